package dev.pawl.appserver.hub;

import dev.pawl.api.ApiHost;
import dev.pawl.briefing.SkillList;
import dev.pawl.card.Card;
import dev.pawl.cli.Arguments;
import dev.pawl.config.SettingsFile;
import dev.pawl.follow.Followers;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.host.ClientCommands;
import dev.pawl.host.Host;
import dev.pawl.host.McpSurvey;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.status.ChatState;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the app-server needs of the rest of the program, made by the wiring. Safe for use by many
/// threads.
public interface Backend extends AutoCloseable {
    /// Where a thread is kept, and who works on it.
    enum Storage {
        DURABLE,
        /// Gone with the process.
        EPHEMERAL
    }

    /// The store, its gateway and its worker.
    Host host(Storage keeping);

    default Gateway gateway(Storage keeping) {
        return host(keeping).gateway();
    }

    default ThreadOperations threads(Storage keeping) {
        return host(keeping).operations();
    }

    /// Where followers of this store's threads are added, so that they learn what happens.
    default Followers followers(Storage keeping) {
        return host(keeping).followers();
    }

    /// How a thread stands that is not followed here.
    default ChatState status(ChatThread thread) {
        return host(Storage.DURABLE).status(thread);
    }

    /// What Pawl's own methods need.
    ApiHost api();

    /// From now on workflows that no process runs go on here, as the settings allow.
    void keepWorkflows();

    /// The folder of `config.toml`.
    String home();

    /// The folder of Pawl's own files: no confined command can look into it.
    Path files();

    String version();

    /// How a new thread is set up by the settings, in the folder the process was started in.
    Setup setup();

    /// How a new thread in a folder is set up, by that folder's own project too.
    Setup setupIn(String cwd);

    /// Whether the settings have a provider of this name.
    boolean hasProvider(String name);

    String fresh();

    Instant now();

    /// How long a thread that nobody watches stays loaded.
    Duration unloadAfter();

    /// The skills of a folder.
    ///
    /// @param extra more folders to look in
    SkillList skills(String cwd, List<String> extra);

    /// Starts each MCP server of the settings that is switched on, asks for its tools and ends it.
    ///
    /// @param only the name of one; empty for all
    List<McpSurvey.McpServer> mcpServers(String only) throws InterruptedException;

    /// Reads the settings again; each thread's next turn starts its MCP servers by them.
    void renewServers();

    /// Asks an MCP server of a thread in its own words.
    ///
    /// @return nothing when the thread has no such server
    /// @throws IllegalStateException with the server's reason when it does not answer
    Optional<Json> askServer(Storage keeping, ThreadId thread, String server, String method, Json.Obj params)
            throws InterruptedException;

    /// Whether the provider of the settings is used with a key of OpenAI's.
    boolean needsOpenAiKey();

    /// Whether there is one: in the environment, or kept by [#keepApiKey].
    boolean hasApiKey();

    /// Keeps a key for the user alone, for this process and later ones; empty takes it away.
    void keepApiKey(String key);

    /// A hook of the settings.
    ///
    /// @param origin where it is set
    record HookLine(String event, String matcher, String command, long timeoutSeconds, String origin) {}

    List<HookLine> hooks(String cwd);

    /// The names of the models there are, the usual one first.
    List<String> models();

    /// The settings in force without secrets, and where each comes from.
    record Shown(Json.Obj values, Json.Obj origins) {}

    Shown settings();

    /// Writes all edits into the user's file, or none of them.
    ///
    /// @param file    must be the user's own when it is named
    /// @param version what the writer has seen of it, empty for any
    SettingsFile.Written write(List<SettingsFile.Edit> edits, String file, String version);

    /// Codex's own record of a thread; nothing where the settings do not ask for one.
    Optional<Transcripts> transcripts();

    /// Files that hold a copy of each thread in Codex's form.
    interface Transcripts {
        String place(ChatThread thread);

        void append(ChatThread thread, TurnId turn, List<Card> cards);

        /// The last turns of the file no longer count.
        void dropped(ChatThread thread, int turns);

        /// Moves the file to where a thread in this state belongs.
        void move(ChatThread thread);

        void delete(ChatThread thread);
    }

    /// A command that an agent has running after its call was answered.
    ///
    /// @param process the number the agent asks for it by
    /// @param stop    ends it with all it started
    record Terminal(String call, String process, String command, String folder, long pid, Runnable stop) {
        public void end() {
            stop.run();
        }
    }

    /// The terminals of a thread, the longest-running first.
    List<Terminal> terminals(ThreadId thread);

    /// The person's own shell.
    String shell();

    /// Starts it inside what it may touch, or not at all.
    ClientCommands.Running run(ClientCommands.Request command) throws IOException;

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        Backend open(Arguments arguments);
    }
}
