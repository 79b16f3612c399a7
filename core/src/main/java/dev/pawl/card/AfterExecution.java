package dev.pawl.card;

/// What a turn does once a call has been answered.
public enum AfterExecution {
    /// Go on with the next step.
    CONTINUE,
    /// The answer ends the turn.
    TERMINATE
}
