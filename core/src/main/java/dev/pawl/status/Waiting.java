package dev.pawl.status;

import java.time.Instant;

/// What a turn waits for: why, for which call, since when, until when ([Instant#MAX] for no end).
public record Waiting(Why why, String id, String detail, Instant since, Instant until) {
    public enum Why {
        APPROVAL,
        INPUT,
        /// No worker has taken the turn up yet.
        WORKER,
        /// The process that ran the turn has ended: a person resumes or stops it.
        INTERRUPTED,
        /// A tool that runs elsewhere.
        TOOL,
        /// Another agent's deliverable.
        AGENT,
        RATE_LIMIT,
        BUDGET,
        /// The thread's folder is not there.
        WORKSPACE
    }
}
