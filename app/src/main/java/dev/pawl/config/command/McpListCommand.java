package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.config.McpConfig;
import dev.pawl.json.Json;
import dev.pawl.tool.mcp.ServerSettings.Transport;
import java.util.function.Function;

/// `pawl mcp list`: the servers of the settings. Starts none.
public record McpListCommand(Console console, Function<Arguments, McpConfig> servers) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("mcp list", "the MCP servers in the settings")
                .with(Option.flag("--json", "one JSON object for each server"))
                .example("pawl mcp list");
    }

    @Override
    public int run(Arguments arguments) {
        var choice = servers.apply(arguments);
        for (var name : choice.names()) {
            var reach = choice.of(name).reach();
            var kind = switch (reach) {
                case Transport.Program _ -> "stdio";
                case Transport.Http _ -> "http";
                case Transport.Broken _ -> "broken";
            };
            var enabled = choice.isEnabled(name);
            console.line(
                    arguments.has("--json")
                            ? Json.object()
                                    .with("name", name)
                                    .with("transport", kind)
                                    .with("target", reach.shown())
                                    .with("enabled", Json.of(enabled))
                                    .write()
                            : name + "  " + kind + "  " + reach.shown() + (enabled ? "" : "  (switched off)"));
        }
        if (choice.names().isEmpty() && !arguments.has("--json")) {
            console.note("no MCP servers\n  pawl mcp add NAME -- COMMAND ARGS...\n  pawl mcp add NAME --url URL");
        }
        return ExitCode.OK;
    }
}
