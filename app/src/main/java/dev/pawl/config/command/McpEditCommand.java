package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.config.ConfigTables;
import dev.pawl.config.McpConfig;
import dev.pawl.toml.TomlValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// `pawl mcp add` and `pawl mcp remove`: a server's table in the configuration file.
public record McpEditCommand(Kind kind, Console console, Function<Arguments, Path> config) implements Subcommand {
    public enum Kind {
        ADD,
        REMOVE
    }

    @Override
    public CommandUsage usage() {
        return switch (kind) {
            case ADD ->
                CommandUsage.of("mcp add", "add an MCP server to the settings")
                        .with(
                                Option.value("--url", "URL", "where it is, for one that speaks HTTP"),
                                Option.value(
                                        "--bearer-token-env-var", "NAME", "with --url: the variable with its token"),
                                Option.value("--env", "NAME=VALUE", "a variable for the command")
                                        .repeating())
                        .taking(
                                Operand.one("NAME", "what to call it; its tools become mcp__NAME__tool"),
                                Operand.rest("COMMAND", "the program and its arguments, after --"))
                        .example("pawl mcp add files -- npx -y @modelcontextprotocol/server-filesystem .")
                        .example("pawl mcp add docs --url https://example.com/mcp --bearer-token-env-var DOCS_TOKEN");
            case REMOVE ->
                CommandUsage.of("mcp remove", "take an MCP server out of the settings")
                        .taking(Operand.one("NAME", "the server"))
                        .example("pawl mcp remove files");
        };
    }

    @Override
    public int run(Arguments arguments) {
        var file = config.apply(arguments);
        var tables = new ConfigTables(file);
        var name = arguments.word("NAME");
        return switch (kind) {
            case ADD -> {
                tables.add(McpConfig.TABLE, name(name), entries(arguments));
                console.note("added " + name + " to " + file + "\n  pawl mcp test " + name + "   tries it");
                yield ExitCode.OK;
            }
            case REMOVE -> {
                if (tables.remove(McpConfig.TABLE, name)) {
                    console.note("removed " + name + " from " + file);
                    yield ExitCode.OK;
                }
                console.note("no MCP server named " + name + " in " + file);
                yield ExitCode.FAILED;
            }
        };
    }

    private static String name(String name) {
        if (name.matches("[A-Za-z0-9_-]+")) return name;
        throw new UsageError("a server's name is made of letters, digits, - and _, not: " + name);
    }

    private static Map<String, TomlValue> entries(Arguments arguments) {
        var command = arguments.words("COMMAND");
        var url = arguments.value("--url");
        if (command.isEmpty() == url.isEmpty()) {
            throw new UsageError("give either --url URL, or a command after --\n"
                    + "  pawl mcp add NAME -- COMMAND ARGS...\n  pawl mcp add NAME --url URL");
        }
        var entries = new LinkedHashMap<String, TomlValue>();
        if (url.isPresent()) {
            if (!arguments.values("--env").isEmpty()) throw new UsageError("--env is for a command, not for a URL");
            entries.put("url", new TomlValue.Text(url.get()));
            arguments
                    .value("--bearer-token-env-var")
                    .ifPresent(variable -> entries.put("bearer_token_env_var", new TomlValue.Text(variable)));
            return entries;
        }
        if (arguments.value("--bearer-token-env-var").isPresent()) {
            throw new UsageError("--bearer-token-env-var is for a URL; a command gets --env NAME=VALUE");
        }
        entries.put("command", new TomlValue.Text(command.getFirst()));
        if (command.size() > 1) entries.put("args", texts(command.subList(1, command.size())));
        var variables = variables(arguments.values("--env"));
        if (!variables.isEmpty()) entries.put("env", new TomlValue.Table(variables));
        return entries;
    }

    private static TomlValue texts(List<String> words) {
        return new TomlValue.Array(
                words.stream().map(word -> (TomlValue) new TomlValue.Text(word)).toList());
    }

    private static Map<String, TomlValue> variables(List<String> given) {
        var variables = new LinkedHashMap<String, TomlValue>();
        for (var pair : given) {
            int equals = pair.indexOf('=');
            if (equals < 1) throw new UsageError("--env wants NAME=VALUE, not: " + pair);
            variables.put(pair.substring(0, equals), new TomlValue.Text(pair.substring(equals + 1)));
        }
        return variables;
    }
}
