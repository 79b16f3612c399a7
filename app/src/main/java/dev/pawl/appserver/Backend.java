package dev.pawl.appserver;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.event.Live;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the app-server needs of the rest of the program, made by the wiring. Safe for use by many
/// threads.
public interface Backend extends AutoCloseable {
    /// Where a thread is kept, and who works on it.
    enum Keeping {
        DURABLE,
        /// Gone with the process.
        PASSING
    }

    Gateway gateway(Keeping keeping);

    ThreadKeeping threads(Keeping keeping);

    /// Tells of one thread until the answer is closed.
    Following follow(Keeping keeping, ThreadId thread, Follower follower);

    /// Both are called by whoever wrote: they must be quick, and never block or throw.
    interface Follower {
        /// The thread's log has grown, or may have.
        void grown();

        void hear(TurnId turn, Live live);
    }

    /// Closing it ends the following.
    @FunctionalInterface
    interface Following extends AutoCloseable {
        @Override
        void close();
    }

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

    /// What a thread's agent is told before its first request.
    List<Item> briefing(ChatThread thread);

    /// What of that is told anew when a thread goes on that was set up otherwise before.
    List<Item> changes(ChatThread before, ChatThread now);

    String fresh();

    Instant now();

    /// How long a thread that nobody watches stays loaded.
    Duration unloadAfter();

    /// A text for agents that a person or a client asks for by name.
    ///
    /// @param scope `repo` or `user`
    record Skill(
            String name, String description, String shortDescription, String path, String scope, boolean enabled) {}

    record SkillFault(String path, String why) {}

    record SkillList(List<Skill> skills, List<SkillFault> faults) {
        public SkillList {
            skills = List.copyOf(skills);
            faults = List.copyOf(faults);
        }
    }

    /// The skills of a folder.
    ///
    /// @param extra more folders to look in
    SkillList skills(String cwd, List<String> extra);

    /// A skill's whole text; nothing when it cannot be read.
    Optional<String> skillText(Skill skill);

    /// An MCP server of the settings as one look found it.
    ///
    /// @param failed empty when it could be used
    record McpServer(String name, String about, String url, List<McpTool> tools, String failed) {
        public McpServer {
            tools = List.copyOf(tools);
        }
    }

    /// @param schema JSON schema of its arguments
    record McpTool(String name, String description, String schema, boolean readOnly) {}

    /// Starts each MCP server of the settings that is switched on, asks for its tools and ends it.
    ///
    /// @param only the name of one; empty for all
    List<McpServer> mcpServers(String only) throws InterruptedException;

    /// Reads the settings again; each thread's next turn starts its MCP servers by them.
    void renewServers();

    /// Asks an MCP server of a thread in its own words.
    ///
    /// @return nothing when the thread has no such server
    /// @throws IllegalStateException with the server's reason when it does not answer
    Optional<Json> askServer(Keeping keeping, ThreadId thread, String server, String method, Json.Obj params)
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

    enum Merging {
        REPLACE,
        UPSERT
    }

    /// What is to be written; null takes the key away.
    record Edit(String key, Json value, Merging merging) {}

    sealed interface Written {
        record Done(String file, String version) implements Written {}

        /// Written, but `by` still says otherwise about this key.
        record Overridden(String file, String version, String key, String by) implements Written {}

        record Refused(String why) implements Written {}
    }

    /// Writes all edits into the user's file, or none of them.
    ///
    /// @param file    must be the user's own when it is named
    /// @param version what the writer has seen of it, empty for any
    Written write(List<Edit> edits, String file, String version);

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

    /// A command a client runs beside all threads.
    ///
    /// @param setup       the folder, and what it may touch
    /// @param environment what is otherwise than usual; empty takes a variable away
    /// @param terminal    the size of its terminal; empty for none
    record Errand(
            List<String> argv,
            Setup setup,
            Access access,
            Map<String, Optional<String>> environment,
            Optional<Size> terminal) {}

    /// What a client's own policy says beside the mode.
    record Access(boolean network, boolean slashTmp, boolean tmpdir) {}

    record Size(int rows, int columns) {}

    /// A command under way. Its streams block, and are for threads of their own.
    interface Running {
        /// With a terminal all it shows, else its first output alone.
        InputStream output();

        InputStream errors();

        /// What it reads; closing it ends its input.
        OutputStream input();

        void resize(Size size);

        int waitFor() throws InterruptedException;

        /// Ends it with all it started; more than once does nothing.
        void end();
    }

    /// A command that an agent has running after its call was answered.
    ///
    /// @param process the number the agent asks for it by
    /// @param stop    ends it with all it started
    record Terminal(String call, String process, String command, String folder, long pid, Runnable stop) {
        void end() {
            stop.run();
        }
    }

    /// The terminals of a thread, the longest-running first.
    List<Terminal> terminals(ThreadId thread);

    /// The person's own shell.
    String shell();

    /// Starts it inside what it may touch, or not at all.
    Running run(Errand errand) throws IOException;

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        Backend open(Arguments arguments);
    }
}
