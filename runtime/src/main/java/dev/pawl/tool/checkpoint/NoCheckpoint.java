package dev.pawl.tool.checkpoint;

import java.io.IOException;

/// A workspace of which no picture can be taken; the message says why, for people.
public final class NoCheckpoint extends IOException {
    private static final long serialVersionUID = 1;

    NoCheckpoint(String why) {
        super(why);
    }

    NoCheckpoint(String why, Throwable cause) {
        super(why, cause);
    }
}
