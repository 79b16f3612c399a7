package dev.pawl.card;

import dev.pawl.id.CallId;
import java.util.List;
import java.util.Optional;

/// What a call does or did, for people: the model reads the result's text, a surface shows this.
public sealed interface Detail {
    record Nothing() implements Detail {}

    /// A command that is about to run.
    record Command(String command, String cwd) implements Detail {}

    /// A command that ran.
    ///
    /// @param startedBy the earlier call that it outlived; empty where the call itself ran it
    record Ran(String command, String cwd, int exitCode, String output, long millis, Optional<CallId> startedBy)
            implements Detail {
        public Ran(String command, String cwd, int exitCode, String output, long millis) {
            this(command, cwd, exitCode, output, millis, Optional.empty());
        }
    }

    /// Files that are about to change, or have changed.
    record Edits(List<FileChange> changes) implements Detail {
        public Edits {
            changes = List.copyOf(changes);
        }
    }

    /// One file of a patch; `movedTo` is empty unless the file was moved.
    record FileChange(String path, Kind kind, String movedTo, String diff) {
        public enum Kind {
            ADD,
            UPDATE,
            DELETE
        }
    }

    /// The agent's own list of things to do.
    record Plan(String explanation, List<PlanStep> steps) implements Detail {
        public Plan {
            steps = List.copyOf(steps);
        }
    }

    record PlanStep(String step, Progress progress) {
        public enum Progress {
            PENDING,
            IN_PROGRESS,
            COMPLETED
        }
    }

    /// A picture the model is shown.
    record Picture(String path, String url) implements Detail {}

    /// A call of an MCP server's tool; `result` is the server's answer as JSON, empty while it
    /// runs.
    record Mcp(String server, String tool, String arguments, String result) implements Detail {}

    /// A call that starts, feeds, awaits or closes other agents.
    ///
    /// @param prompt what they are told; empty for nothing
    /// @param model the model asked for; empty for the caller's
    /// @param agents those it concerns and how they stood, in the order they were named
    record Agents(Act act, String prompt, String model, String effort, List<AgentState> agents) implements Detail {
        public Agents {
            agents = List.copyOf(agents);
        }

        public enum Act {
            SPAWN,
            SEND,
            RESUME,
            WAIT,
            CLOSE
        }
    }

    /// @param message its last message, or its error; may be empty
    record AgentState(String thread, Standing standing, String message) {
        public enum Standing {
            PENDING,
            RUNNING,
            INTERRUPTED,
            COMPLETED,
            FAILED,
            CLOSED,
            NOT_FOUND;

            /// Whether it stays so until somebody asks the agent for more.
            public boolean isOver() {
                return this != PENDING && this != RUNNING;
            }
        }
    }
}
