package dev.pawl.main;

import dev.pawl.cli.Console;
import dev.pawl.cli.Subcommand;
import dev.pawl.fleet.AgentsCommand;
import dev.pawl.fleet.UsageCommand;
import dev.pawl.fleet.WorkerCommand;
import dev.pawl.fleet.WorkersCommand;
import java.util.List;

/// The commands of many workers and many agents.
final class FleetCommands {
    private FleetCommands() {}

    static List<Subcommand> all(Console console, Hosts hosts) {
        return List.of(
                new WorkerCommand(console, hosts::worker),
                new WorkersCommand(console, hosts::library),
                new AgentsCommand(console, hosts::library, hosts::language),
                new UsageCommand(console, hosts::library, hosts::prices));
    }
}
