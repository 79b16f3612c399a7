package dev.pawl.direct;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Suggestion;
import dev.pawl.cli.UsageError;
import dev.pawl.config.McpConfig;
import dev.pawl.json.Json;
import dev.pawl.tool.mcp.McpProbe;
import dev.pawl.tool.mcp.ServerSettings;
import java.util.function.BiFunction;
import java.util.function.Function;

/// `pawl mcp test`: starts a server as a turn would, and says what it offers or what went wrong.
public record McpTestCommand(
        Console console, Function<Arguments, McpConfig> servers, BiFunction<Arguments, ServerSettings, McpProbe> probe)
        implements Subcommand {
    private static final int SHOWN = 80;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("mcp test", "start an MCP server, list its tools, and end it")
                .with(Option.flag("--json", "one JSON object"))
                .taking(Operand.one("NAME", "the server"))
                .example("pawl mcp test files");
    }

    @Override
    public int run(Arguments arguments) {
        var choice = servers.apply(arguments);
        var name = arguments.word("NAME");
        if (!choice.names().contains(name)) {
            var near = Suggestion.nearest(name, choice.names());
            throw new UsageError("no MCP server named " + name
                    + near.map(known -> "; did you mean " + known + "?").orElse("") + "\n  pawl mcp list");
        }
        var settings = choice.of(name);
        var found = probe.apply(arguments, settings);
        if (arguments.has("--json")) console.line(json(name, found).write());
        else show(settings, found);
        return found.failed().isPresent() ? ExitCode.FAILED : ExitCode.OK;
    }

    private void show(ServerSettings settings, McpProbe found) {
        if (found.failed().isPresent()) {
            console.note(settings.id() + " (" + settings.reach().shown() + ") failed after " + found.millis()
                    + " ms\n  " + found.failed().get());
            return;
        }
        console.line(settings.id() + "  " + found.about() + "  MCP " + found.protocol() + "  ready after "
                + found.millis() + " ms  " + found.tools().size() + " tools");
        for (var tool : found.tools()) {
            var words = tool.description().strip().lines().findFirst().orElse("");
            if (words.length() > SHOWN) words = words.substring(0, SHOWN - 1) + "…";
            console.line("  " + tool.modelName() + (tool.asks() ? "  (asks first)" : "") + "  " + words);
        }
    }

    private static Json.Obj json(String name, McpProbe found) {
        var tools = found.tools().stream()
                .map(tool -> Json.object()
                        .with("name", tool.name())
                        .with("model_name", tool.modelName())
                        .with("description", tool.description())
                        .with("asks", Json.of(tool.asks())))
                .toList();
        return Json.object()
                .with("name", name)
                .with("ok", Json.of(found.failed().isEmpty()))
                .with("server", found.about())
                .with("protocol", found.protocol())
                .with("millis", found.millis())
                .with("tools", Json.array(tools))
                .with("error", found.failed().<Json>map(Json::of).orElse(new Json.Null()));
    }
}
