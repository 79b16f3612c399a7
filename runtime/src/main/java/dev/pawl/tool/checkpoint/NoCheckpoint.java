package dev.pawl.tool.checkpoint;

import java.io.IOException;

/// A workspace of which no picture can be taken; the message says why, for people.
public sealed class NoCheckpoint extends IOException {
    private static final long serialVersionUID = 1;

    /// What is needed for it is held up: another process does not let go of the store, or git waits
    /// for something. The next try would wait as long.
    static final class Busy extends NoCheckpoint {
        private static final long serialVersionUID = 1;

        Busy(String why) {
            super(why);
        }
    }

    NoCheckpoint(String why) {
        super(why);
    }

    NoCheckpoint(String why, Throwable cause) {
        super(why, cause);
    }
}
