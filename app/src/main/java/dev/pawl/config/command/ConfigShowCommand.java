package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import java.util.List;
import java.util.function.Function;

/// `pawl config show`: the settings in force, each with the layer it comes from.
public record ConfigShowCommand(Console console, Function<Arguments, List<SettingLine>> settings)
        implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("config show", "print the settings in force and where each comes from")
                .taking(Operand.atMostOne("KEY", "only this setting, or those below it"))
                .example("pawl config show")
                .example("pawl config show model_providers")
                .example("pawl -c model=gpt-5 config show model    # what an override does");
    }

    @Override
    public int run(Arguments arguments) {
        var only = arguments.optionalWord("KEY").orElse("");
        boolean any = false;
        for (var setting : settings.apply(arguments)) {
            if (!only.isEmpty() && !setting.key().equals(only) && !setting.key().startsWith(only + ".")) continue;
            any = true;
            if (arguments.has("--json")) {
                console.line(new JsonLine()
                        .put("key", setting.key())
                        .putRaw("value", setting.json())
                        .put("origin", setting.origin())
                        .toString());
            } else {
                console.line(Styled.of(setting.key() + " = " + setting.value() + "  ")
                        .plus(Styled.of(Console.Shade.FAINT, "# " + setting.origin())));
            }
        }
        return any || only.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
