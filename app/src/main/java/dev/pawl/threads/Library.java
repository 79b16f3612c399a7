package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import java.time.Instant;

/// The store, opened to look at threads and to order them; made by the wiring.
public interface Library extends AutoCloseable {
    Gateway gateway();

    StatusReader statuses();

    Instant now();

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        Library open(Arguments arguments);
    }
}
