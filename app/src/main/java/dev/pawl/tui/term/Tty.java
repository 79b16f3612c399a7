package dev.pawl.tui.term;

import java.io.IOException;

/// The terminal a person sits at. One thread reads, one thread writes.
public interface Tty extends AutoCloseable {
    record Size(int rows, int columns) {}

    /// Its size now. Never fails: a terminal that does not say is 24 by 80.
    Size size();

    /// Waits for bytes.
    ///
    /// @param millis how long to wait, negative for ever
    /// @return how many came; 0 when none did in that time, or after [#wake]; -1 when the terminal
    ///         is gone
    int read(byte[] into, int millis);

    /// Lets a waiting [#read] return.
    void wake();

    /// @throws IOException when the terminal is gone
    void write(String text) throws IOException;

    /// Keys come one by one and unseen from now on.
    void raw();

    /// As the terminal was found.
    void cooked();

    /// Whether it is still as [#raw] left it. Another program may have had it meanwhile.
    boolean isRaw();

    /// Stops this process as a shell's Ctrl-Z does, and returns when it goes on.
    void stopSelf();

    /// Gives up what it holds; the mode stays. For when nothing reads any more.
    @Override
    void close();
}
