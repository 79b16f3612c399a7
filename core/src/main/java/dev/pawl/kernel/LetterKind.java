package dev.pawl.kernel;

/// What a letter asks for.
public enum LetterKind {
    /// Carry this request to a deliverable, after the ones before it.
    TURN,
    /// The same, but only if the agent is free at once.
    UI_ACTION,
    /// Add this to the request of the turn under way.
    STEER,
    /// The answer to a call.
    TOOL_RESULT,
    /// The answer to a call that nobody else gave in time.
    TIMEOUT,
    /// End the turn.
    STOP;

    /// Whether the letter becomes a turn of its own.
    public boolean opensTurn() {
        return this == TURN || this == UI_ACTION;
    }

    /// Whether the letter answers a call.
    public boolean answersCall() {
        return this == TOOL_RESULT || this == TIMEOUT;
    }
}
