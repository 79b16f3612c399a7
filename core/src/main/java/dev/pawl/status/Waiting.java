package dev.pawl.status;

import java.time.Instant;

/// What a turn waits for: why, for which call, since when, until when ([Instant#MAX] for no end).
public record Waiting(Why why, String id, String detail, Instant since, Instant until) {
    public enum Why {
        APPROVAL,
        INPUT,
        /// Nobody carries the turn.
        WORKER,
        /// A tool that runs elsewhere.
        TOOL,
        /// Another agent's deliverable.
        AGENT,
        RATE_LIMIT,
        BUDGET
    }
}
