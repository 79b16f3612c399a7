package dev.pawl.tool.sandbox.spawn;

import java.io.InputStream;
import java.io.OutputStream;

/// A started command. Its process leads a session of its own.
public interface Child {
    long pid();

    /// What it writes: both outputs as one, unless they were to be apart.
    InputStream output();

    /// What it writes to its other output, when that is apart.
    default InputStream errors() {
        return InputStream.nullInputStream();
    }

    /// What it reads, when its streams are apart; goes nowhere otherwise.
    default OutputStream input() {
        return OutputStream.nullOutputStream();
    }

    /// Blocks until it has ended, for one caller, which should own its thread: a virtual one would
    /// hold its carrier. A command ended by signal N gives 128 + N.
    int waitFor() throws InterruptedException;

    /// Ends what the sandbox can still reach of it and gives back what was set up for it. Once it
    /// has ended, always; more than once does nothing.
    void release();
}
