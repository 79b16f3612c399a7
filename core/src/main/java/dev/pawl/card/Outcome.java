package dev.pawl.card;

/// How a turn ended. Every outcome has a deliverable.
public enum Outcome {
    SUCCESS,
    FAILED,
    /// A person or a program stopped it.
    CANCELED,
    /// Nobody worked on it, or nobody answered it, in time.
    TIMEOUT
}
