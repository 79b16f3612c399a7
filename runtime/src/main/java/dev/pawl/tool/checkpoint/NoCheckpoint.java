package dev.pawl.tool.checkpoint;

import java.io.IOException;

/// A workspace of which no picture can be taken; the message says why, for people.
public sealed class NoCheckpoint extends IOException {
    private static final long serialVersionUID = 1;

    /// Another process has the store for itself, and does not let go of it.
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
