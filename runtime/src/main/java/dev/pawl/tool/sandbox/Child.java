package dev.pawl.tool.sandbox;

import java.io.InputStream;

/// A started command. Its process leads a session of its own.
public interface Child {
    long pid();

    /// What it writes: both outputs as one.
    InputStream output();

    /// Blocks until it has ended, for one caller, which should own its thread: a virtual one would
    /// hold its carrier. A command ended by signal N gives 128 + N.
    int waitFor() throws InterruptedException;

    /// Ends what the sandbox can still reach of it and gives back what was set up for it. Once it
    /// has ended, always; more than once does nothing.
    void release();
}
