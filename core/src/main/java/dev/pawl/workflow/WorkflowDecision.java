package dev.pawl.workflow;

import java.util.List;

/// What became of a command.
public sealed interface WorkflowDecision {
    /// These changes are written, all or none.
    record Accepted(List<WorkflowChange> changes) implements WorkflowDecision {
        public Accepted {
            changes = List.copyOf(changes);
        }
    }

    /// Nothing changes.
    ///
    /// @param allowed the commands that are legal now
    record Refused(Code code, WorkflowState state, List<String> allowed, String why) implements WorkflowDecision {
        public Refused {
            allowed = List.copyOf(allowed);
        }
    }

    enum Code {
        /// The state has no such transition.
        ILLEGAL_TRANSITION,
        /// The transition exists, and a condition of it does not hold.
        GUARD,
        /// The plan is not the one that was shown.
        PLAN_CHANGED,
        /// Another command was first: look again.
        REVISION
    }

    static Accepted accept(WorkflowChange... changes) {
        return new Accepted(List.of(changes));
    }
}
