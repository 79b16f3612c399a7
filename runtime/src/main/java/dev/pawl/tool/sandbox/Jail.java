package dev.pawl.tool.sandbox;

import java.io.IOException;

/// One way to start a command.
interface Jail {
    /// @throws IOException when it cannot be started
    Child start(Launch launch) throws IOException;

    /// The way in words.
    String shown();

    /// Whether a command sees the processes around it by their numbers.
    boolean sharesProcesses();
}
