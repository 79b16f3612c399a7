package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Styled;
import dev.pawl.cli.Subcommand;
import dev.pawl.config.KnownSetting;
import dev.pawl.config.KnownSettings;
import dev.pawl.config.SettingJson;
import java.util.Locale;

/// `pawl config keys`: every setting there is, with its type, its default and an example.
public record ConfigKeysCommand(Console console) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("config keys", "list every setting with its type, default and an example")
                .taking(Operand.atMostOne("KEY", "only this setting, or those below it"))
                .example("pawl config keys")
                .example("pawl config keys pawl.limits    # the limits of a turn and its commands")
                .example("pawl config keys --json");
    }

    @Override
    public int run(Arguments arguments) {
        var only = arguments.optionalWord("KEY").orElse("");
        var guide = SettingGuide.in(console.messages().language());
        boolean any = false;
        for (var setting : KnownSettings.ALL) {
            var key = setting.key();
            if (!only.isEmpty() && !key.equals(only) && !key.startsWith(only + ".")) continue;
            any = true;
            var entry = guide.of(setting);
            if (arguments.has("--json")) console.line(json(setting, entry));
            else {
                console.line(Styled.of(key + "  ").plus(Styled.of(Console.Shade.FAINT, form(setting))));
                console.line("    " + entry.about());
                console.line(Styled.of(Console.Shade.FAINT, "    " + entry.example()));
            }
        }
        return any || only.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String json(KnownSetting setting, SettingGuide.Entry entry) {
        var line = new JsonLine()
                .put("key", setting.key())
                .put("type", setting.kind().name().toLowerCase(Locale.ROOT));
        setting.usual().ifPresent(value -> line.putRaw("default", SettingJson.of(value)));
        if (!setting.choices().isEmpty()) {
            line.putRaw("choices", "[\"" + String.join("\",\"", setting.choices()) + "\"]");
        }
        return line.put("example", entry.example()).put("about", entry.about()).toString();
    }

    private String form(KnownSetting setting) {
        var form = setting.choices().isEmpty()
                ? console.say(setting.kind().text())
                : String.join(" | ", setting.choices());
        return setting.usual().map(value -> form + " = " + value.toToml()).orElse(form);
    }
}
