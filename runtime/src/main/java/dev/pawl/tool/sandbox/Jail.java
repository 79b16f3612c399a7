package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import java.io.IOException;

/// One way to hold a command to its limits.
interface Jail {
    /// @throws IOException when it cannot be started
    SpawnedChild start(Launch launch) throws IOException;

    /// The way in words.
    String shown();

    /// Whether a command sees the processes around it by their numbers.
    boolean sharesProcesses();
}
