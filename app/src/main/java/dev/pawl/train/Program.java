package dev.pawl.train;

import dev.pawl.appserver.AppServerCommand;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.Console;

/// The whole program, once more for each rehearsal.
public interface Program {
    CommandTable commands(Console console);

    /// The same, with the app-server on other streams.
    CommandTable commands(Console console, AppServerCommand.Streams streams);
}
