package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowState.ARCHIVING;
import static dev.pawl.workflow.WorkflowState.AUTO_FIX;
import static dev.pawl.workflow.WorkflowState.BLOCKED;
import static dev.pawl.workflow.WorkflowState.CONFIRMING;
import static dev.pawl.workflow.WorkflowState.EXECUTING;
import static dev.pawl.workflow.WorkflowState.IDLE;
import static dev.pawl.workflow.WorkflowState.PLANNING;

/// The twelve legal transitions. There are no others: pause, modify, skip, stop and abandon are
/// made of these.
public enum WorkflowEdge {
    T01(IDLE, WorkflowTrigger.USER_INPUT_REQUIREMENT, PLANNING),
    T02(PLANNING, WorkflowTrigger.PRD_GENERATED, CONFIRMING),
    T03(CONFIRMING, WorkflowTrigger.USER_CONFIRM, EXECUTING),
    T04(CONFIRMING, WorkflowTrigger.USER_CANCEL, IDLE),
    T05(PLANNING, WorkflowTrigger.USER_CANCEL, IDLE),
    T06(EXECUTING, WorkflowTrigger.ERROR_DETECTED, AUTO_FIX),
    T07(AUTO_FIX, WorkflowTrigger.FIX_SUCCESS, EXECUTING),
    T08(AUTO_FIX, WorkflowTrigger.FIX_FAILED_3X, BLOCKED),
    T09(BLOCKED, WorkflowTrigger.HUMAN_INTERVENTION, EXECUTING),
    T10(BLOCKED, WorkflowTrigger.ROLLBACK, IDLE),
    T11(EXECUTING, WorkflowTrigger.ALL_TASKS_DONE, ARCHIVING),
    T12(ARCHIVING, WorkflowTrigger.ARCHIVE_COMPLETE, IDLE);

    private final WorkflowState from;
    private final WorkflowTrigger trigger;
    private final WorkflowState to;

    WorkflowEdge(WorkflowState from, WorkflowTrigger trigger, WorkflowState to) {
        this.from = from;
        this.trigger = trigger;
        this.to = to;
    }

    public WorkflowState from() {
        return from;
    }

    public WorkflowTrigger trigger() {
        return trigger;
    }

    public WorkflowState to() {
        return to;
    }
}
