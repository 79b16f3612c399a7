package dev.pawl.kernel.receipt;

import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Turn;

/// A running turn in a worker's hands, how it came there, and the number of the agent's last letter
/// at that moment.
public record Hold(Gate gate, Turn turn, How how, long letters) {
    public enum How {
        BEGUN,
        RESUMED,
        TAKEN_OVER
    }
}
