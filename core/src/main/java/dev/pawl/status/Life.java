package dev.pawl.status;

/// What can be open: each has its own depth.
public enum Life {
    APPROVAL,
    INPUT,
    EDIT,
    COMMAND,
    TOOL,
    /// Other agents at work for this one.
    COLLAB,
    /// A program looks at a request for approval; no person is needed.
    REVIEW;

    /// Whether a person is asked.
    public boolean needsPerson() {
        return this == APPROVAL || this == INPUT;
    }

    /// Whether it is work that a call does.
    boolean isWork() {
        return this == EDIT || this == COMMAND || this == TOOL || this == COLLAB;
    }
}
