package dev.pawl.view;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.card.Part;
import dev.pawl.shell.PlainCommands;
import dev.pawl.shell.ShellWords;
import java.util.List;

/// One item of a turn as people see it. An item keeps its id from its beginning to its end: that of
/// its call, or of its card.
public sealed interface ItemView {
    String id();

    /// Whether it goes on.
    default boolean isOpen() {
        return switch (this) {
            case CommandRun command -> !command.progress().state().isOver();
            case FileEdit edit -> !edit.state().isOver();
            case McpCall call -> !call.state().isOver();
            case ToolUse use -> !use.state().isOver();
            case Image image -> !image.state().isOver();
            case AgentCall call -> !call.state().isOver();
            case UserText _, AgentText _, Thinking _, WebSearch _, ReviewMark _, Compaction _ -> false;
        };
    }

    /// What a person or a calling program asked.
    ///
    /// @param author the source of the request: `user`, an agent, a workflow
    record UserText(String id, List<Part> parts, String author) implements ItemView {
        public UserText {
            parts = List.copyOf(parts);
        }

        /// The texts among its parts.
        public String text() {
            var text = new StringBuilder();
            for (var part : parts) if (part instanceof Part.Text(var words)) text.append(words);
            return text.toString();
        }
    }

    /// @param phase `commentary`, `final_answer` or what else the provider calls it; may be empty
    record AgentText(String id, String text, String phase) implements ItemView {}

    /// The summary of a stretch of reasoning; empty where the provider shows none.
    record Thinking(String id, String summary) implements ItemView {}

    record CommandRun(String id, String command, String cwd, Caller caller, CommandProgress progress)
            implements ItemView {
        public enum Caller {
            AGENT,
            /// The person, in the thread's folder and outside the sandbox.
            USER
        }

        public CallState state() {
            return progress.state();
        }

        /// The command as a person would type it: without the shell that runs it.
        public String plain() {
            return PlainCommands.script(ShellWords.split(command).orElse(List.of()))
                    .orElse(command);
        }

        public CommandRun with(CommandProgress next) {
            return new CommandRun(id, command, cwd, caller, next);
        }
    }

    /// @param cwd the thread's folder
    /// @param isMade whether files were changed, at least in part; `changes` are the planned ones
    ///     otherwise
    /// @param text the tool's result for the model; empty while it runs
    record FileEdit(String id, List<FileChange> changes, String cwd, CallState state, boolean isMade, String text)
            implements ItemView {
        public FileEdit {
            changes = List.copyOf(changes);
        }

        /// A path of one of its changes as a person would name it in the thread's folder.
        public String plain(String path) {
            var folder = cwd.endsWith("/") ? cwd : cwd + "/";
            return path.startsWith(folder) && path.length() > folder.length() ? path.substring(folder.length()) : path;
        }
    }

    /// A call of an MCP server's tool.
    ///
    /// @param arguments as JSON
    /// @param result the server's own result as JSON; empty while it runs and when none came
    /// @param text the tool's result for the model; empty while it runs
    record McpCall(String id, String server, String tool, String arguments, String result, CallState state, String text)
            implements ItemView {}

    /// A call of any other tool.
    ///
    /// @param arguments as the model wrote them: JSON, or text for a freeform tool
    /// @param text the tool's result for the model; empty while it runs
    record ToolUse(String id, String tool, String arguments, CallState state, String text) implements ItemView {}

    /// A picture that the agent looks at.
    record Image(String id, String path, String url, CallState state) implements ItemView {}

    /// A search that the provider made itself; `json` is its item.
    record WebSearch(String id, String json) implements ItemView {}

    /// A review begins, or its findings are complete.
    record ReviewMark(String id, Kind kind, String text) implements ItemView {
        /// The author of a review's request: by it a turn is shown as a review, also after a
        /// restart.
        public static final String AUTHOR = "review";

        public enum Kind {
            ENTERED,
            EXITED
        }
    }

    /// A summary took the place of the history.
    record Compaction(String id, String summary) implements ItemView {}

    /// A call that starts, feeds, awaits or closes other agents.
    ///
    /// @param sender the thread that calls
    /// @param agents the agents it concerns, in the order they were named
    /// @param text the tool's result for the model; empty while it runs
    record AgentCall(
            String id,
            Act act,
            String sender,
            String prompt,
            String model,
            String effort,
            List<Agent> agents,
            CallState state,
            String text)
            implements ItemView {
        public enum Act {
            SPAWN,
            SEND,
            RESUME,
            WAIT,
            CLOSE
        }

        /// One agent and how it stood when the call was told.
        ///
        /// @param message its last message, or its error; may be empty
        public record Agent(String thread, Standing standing, String message) {}

        public enum Standing {
            PENDING,
            RUNNING,
            INTERRUPTED,
            COMPLETED,
            FAILED,
            CLOSED,
            NOT_FOUND
        }

        public AgentCall {
            agents = List.copyOf(agents);
        }
    }
}
