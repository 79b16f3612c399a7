package dev.pawl.tool.shell;

import dev.pawl.card.Item;
import dev.pawl.shell.ShellWords;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.ToolEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a call of `exec_command` asks for.
///
/// @param timeout after which the command is ended; empty: never
record CommandRequest(
        String command, Path folder, List<String> argv, Wish wish, long maxOutputTokens, Optional<Duration> timeout) {
    private static final long USUAL_OUTPUT_TOKENS = 10_000;
    private static final long USUAL_YIELD_MILLIS = 10_000;
    private static final long LEAST_YIELD_MILLIS = 250;
    private static final long MOST_YIELD_MILLIS = 30_000;

    /// How it is to run: with a terminal or without, for how long its call waits, and whether the
    /// model asks to leave the sandbox, with its reason.
    record Wish(boolean terminal, Duration patience, boolean escalated, String justification) {}

    static CommandRequest of(Item.ToolCall call, ToolEnvironment toolEnvironment) throws BadArguments {
        var arguments = ToolArguments.of(call);
        var command = arguments.text("cmd");
        var folder = toolEnvironment.resolve(arguments.optionalText("workdir").orElse(""));
        var own = toolEnvironment.shell().program().toString();
        var wanted = arguments.optionalText("shell");
        var shell = wanted.isPresent() ? Shells.program(wanted.get(), own) : own;
        var flag = arguments.flag("login", true) ? "-lc" : "-c";
        var argv = List.of(shell, flag, command);
        // C would see a shorter command than the one that is shown.
        if (argv.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new BadArguments("exec_command failed for `" + ShellWords.join(argv)
                    + "`: CreateProcess { message: \"nul byte found in provided data\" }");
        }
        var permissions = arguments.optionalText("sandbox_permissions").orElse("use_default");
        var wish = new Wish(
                arguments.flag("tty", false),
                patience(arguments, USUAL_YIELD_MILLIS, LEAST_YIELD_MILLIS, MOST_YIELD_MILLIS),
                permissions.equals("require_escalated"),
                arguments.optionalText("justification").orElse(""));
        var timeout = arguments.number("timeout_ms", -1);
        return new CommandRequest(
                command,
                folder,
                argv,
                wish,
                arguments.number("max_output_tokens", USUAL_OUTPUT_TOKENS),
                timeout < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(timeout)));
    }

    static Duration patience(ToolArguments arguments, long usual, long least, long most) throws BadArguments {
        var millis = arguments.number("yield_time_ms", usual);
        return Duration.ofMillis(Math.clamp(millis, least, most));
    }

    /// The command as people see it.
    String shown() {
        return ShellWords.join(argv);
    }
}
