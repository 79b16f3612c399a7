package dev.pawl.workflow;

/// What a turn of a workflow's thread is for.
public enum Purpose {
    PLAN,
    TASK,
    FIX,
    /// It asks a person whether the plan may begin.
    ASK_CONFIRM,
    /// It asks a person how to go on.
    ASK_BLOCKED,
    /// It asks a person whether a fix may touch protected files.
    ASK_PROTECTED;

    public boolean asksPerson() {
        return this == ASK_CONFIRM || this == ASK_BLOCKED || this == ASK_PROTECTED;
    }
}
