package dev.pawl.tool.shell;

import dev.pawl.card.Item;
import dev.pawl.tool.Arguments;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Workplace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// What a call of `exec_command` asks for.
record CommandRequest(
        String command, Path folder, List<String> argv, long maxOutputTokens, Duration timeout, Escape escape) {
    private static final long USUAL_OUTPUT_TOKENS = 10_000;

    /// Whether it asks to run without the sandbox, and why.
    record Escape(boolean asked, String why) {}

    static CommandRequest of(Item.ToolCall call, Workplace workplace) throws BadArguments {
        var arguments = Arguments.of(call);
        var command = arguments.text("cmd");
        var folder = workplace.resolve(arguments.optionalText("workdir").orElse(""));
        var shell = arguments
                .optionalText("shell")
                .map(CommandRequest::program)
                .orElse(workplace.shell().program().toString());
        var flag = arguments.flag("login", true) ? "-lc" : "-c";
        arguments.number("yield_time_ms", 0); // for when commands may outlive their call
        return new CommandRequest(
                command,
                folder,
                List.of(shell, flag, command),
                arguments.number("max_output_tokens", USUAL_OUTPUT_TOKENS),
                Duration.ofMillis(arguments.number(
                        "timeout_ms", workplace.limits().commandTimeout().toMillis())),
                escape(arguments));
    }

    private static Escape escape(Arguments arguments) throws BadArguments {
        var asked = arguments
                        .optionalText("sandbox_permissions")
                        .filter("require_escalated"::equals)
                        .isPresent()
                || arguments.flag("with_escalated_permissions", false);
        return new Escape(asked, arguments.optionalText("justification").orElse(""));
    }

    /// A bare name is looked for where shells live; another one is left to `PATH`.
    private static String program(String shell) {
        if (!shell.matches("[A-Za-z0-9._-]+")) return shell;
        var usual = Path.of("/bin", shell);
        return Files.isExecutable(usual) ? usual.toString() : shell;
    }

    /// The command as people see it.
    String shown() {
        return ShellWords.join(argv);
    }
}
