package dev.pawl.workflow;

/// The eleven triggers of a workflow.
public enum WorkflowTrigger {
    USER_INPUT_REQUIREMENT,
    PRD_GENERATED,
    USER_CONFIRM,
    USER_CANCEL,
    ERROR_DETECTED,
    FIX_SUCCESS,
    FIX_FAILED_3X,
    HUMAN_INTERVENTION,
    ROLLBACK,
    ALL_TASKS_DONE,
    ARCHIVE_COMPLETE
}
