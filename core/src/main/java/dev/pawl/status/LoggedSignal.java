package dev.pawl.status;

import java.time.Instant;

/// A signal as it came in: its number in the thread's log (0 for none), when, and of which turn
/// (empty when the event did not say).
public record LoggedSignal(long seq, Instant at, String turn, Signal signal) {
    public LoggedSignal {
        if (seq < 0) throw new IllegalArgumentException("a number below zero: " + seq);
    }
}
