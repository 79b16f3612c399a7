package dev.pawl.workflow;

/// The seven states of a workflow; the names are those of the `task_status` field.
public enum WorkflowState {
    /// No active workflow.
    IDLE,
    /// The plan is being written.
    PLANNING,
    /// The plan waits for a person.
    CONFIRMING,
    /// The tasks are worked through.
    EXECUTING,
    /// A failed check is being repaired.
    AUTO_FIX,
    /// A person is needed.
    BLOCKED,
    /// The results are being filed.
    ARCHIVING;

    /// Whether an agent may change the files of the workspace.
    public boolean letsAgentWrite() {
        return this == EXECUTING || this == AUTO_FIX;
    }
}
