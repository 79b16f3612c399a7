package dev.pawl.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What a thread's status is at a moment.
///
/// @param level which of the seven priorities gave the header, 1 first
/// @param interruptible whether there is a turn to stop
/// @param origin where it comes from: only a derived status knows what it says
public record View(
        ChatStatus status,
        int level,
        Phrase header,
        Phrase details,
        Attention attention,
        boolean interruptible,
        Timing timing,
        List<Waiting> waits,
        Origin origin) {
    public View {
        waits = List.copyOf(waits);
    }

    /// How many requests wait for a person. No level hides them.
    public record Attention(int approvals, int inputs) {
        public static final Attention NONE = new Attention(0, 0);

        public boolean isNeeded() {
            return approvals + inputs > 0;
        }
    }

    /// When the turn began (or the last one ended), when something last happened, and how long the
    /// agent has worked: waiting for a person does not count.
    public record Timing(Instant since, Instant lastEventAt, Duration worked) {}

    public enum Origin {
        /// Folded from events.
        DERIVED,
        /// A word from a list of threads, until the first event comes.
        LISTED,
        ARCHIVED
    }
}
