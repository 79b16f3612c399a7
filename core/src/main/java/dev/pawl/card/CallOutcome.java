package dev.pawl.card;

/// How a tool call ended.
public enum CallOutcome {
    SUCCESS,
    FAILED,
    /// A person said no before it began.
    DECLINED,
    /// Nobody answered before the wait's deadline.
    TIMEOUT,
    /// The turn was stopped before the call was answered.
    CANCELED,
    /// The worker died while the call ran: it may have run fully, partly or not at all.
    UNKNOWN
}
