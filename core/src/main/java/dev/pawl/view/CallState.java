package dev.pawl.view;

import dev.pawl.card.CallOutcome;

/// How far a call has come: it runs, or it ended in one of the ways of [CallOutcome].
public enum CallState {
    RUNNING,
    SUCCESS,
    FAILED,
    /// A person refused it before it began.
    DECLINED,
    /// No answer came before the deadline of the wait.
    TIMEOUT,
    /// The turn was stopped before the call ended.
    CANCELED,
    /// The worker died, or the turn ended, while the call ran: it may have run fully, partly or
    /// not at all.
    UNKNOWN;

    public static CallState of(CallOutcome outcome) {
        return switch (outcome) {
            case SUCCESS -> SUCCESS;
            case FAILED -> FAILED;
            case DECLINED -> DECLINED;
            case TIMEOUT -> TIMEOUT;
            case CANCELED -> CANCELED;
            case UNKNOWN -> UNKNOWN;
        };
    }

    public boolean isOver() {
        return this != RUNNING;
    }
}
