package dev.pawl.tool.sandbox;

import java.io.IOException;

/// A command was not started because nothing here can hold it to its limits.
public final class NoSandbox extends IOException {
    private static final long serialVersionUID = 1L;

    NoSandbox(String why) {
        super(why);
    }
}
