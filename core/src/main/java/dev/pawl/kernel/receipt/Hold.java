package dev.pawl.kernel.receipt;

import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Turn;

/// A running turn in a worker's hands, and how it came there.
public record Hold(Gate gate, Turn turn, How how) {
    public enum How {
        BEGUN,
        RESUMED,
        TAKEN_OVER
    }
}
