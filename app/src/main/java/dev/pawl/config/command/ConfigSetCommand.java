package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Suggestion;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.config.KnownSetting;
import dev.pawl.config.KnownSettings;
import dev.pawl.config.PawlHome;
import dev.pawl.config.ProjectLimits;
import dev.pawl.config.Setting;
import dev.pawl.config.SettingsFile;
import dev.pawl.config.SettingsLoader;
import dev.pawl.config.secret.Secrets;
import dev.pawl.config.trust.Project;
import dev.pawl.resource.FileTrouble;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlEdit;
import dev.pawl.toml.TomlError;
import dev.pawl.toml.TomlValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// `pawl config set`: one setting in the file, everything else as it was.
public record ConfigSetCommand(Console console, Function<Arguments, PawlHome> homes) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("config set", "write a setting into the configuration file; comments stay")
                .with(Option.flag("--project", "into the project's .pawl/config.toml"))
                .taking(
                        Operand.one("KEY", "the setting, dotted"),
                        Operand.one("VALUE", "a TOML value; what is none is taken as a string"))
                .example("pawl config set model gpt-5.5")
                .example("pawl config set sandbox_workspace_write.network_access true")
                .example("pawl config set --project approval_policy untrusted");
    }

    @Override
    public int run(Arguments arguments) {
        var path = path(arguments.word("KEY"));
        var value = SettingsLoader.overrideValue(arguments.word("VALUE"));
        check(path, value);
        var project = SettingsLoader.project(Optional.empty());
        var file = arguments.has("--project") ? project.root().resolve(Project.CONFIG) : own(homes.apply(arguments));
        if (arguments.has("--project")
                && ProjectLimits.narrowed(new Setting(path, value, ""), Optional.empty(), false)
                        .isEmpty()) {
            throw new UsageError(console.say(Text.PROJECT_MAY_NOT, file.toString(), Setting.key(path)));
        }
        write(file, path, value);
        console.note(Setting.key(path) + " = " + Secrets.masked(path, value).toToml() + " in " + file
                + (arguments.has("--project") ? "\n  pawl config trust puts it in force" : ""));
        return ExitCode.OK;
    }

    private static Path own(PawlHome home) {
        if (home.configuration().equals(home.files())) return home.configFile();
        throw new UsageError(home.configFile() + " is Codex's own file, and pawl never writes it\n  edit it by hand, or"
                + " use PAWL_HOME");
    }

    private static List<String> path(String key) {
        try {
            return Toml.key(key);
        } catch (TomlError wrong) {
            throw new UsageError("not a setting's name: " + key + " (" + wrong.reason() + ")");
        }
    }

    private static void check(List<String> path, TomlValue value) {
        var known = KnownSettings.find(path);
        if (known.isEmpty() && !KnownSettings.isNotBuilt(path)) {
            var keys = KnownSettings.ALL.stream().map(KnownSetting::key).toList();
            var near = Suggestion.nearest(Setting.key(path), keys);
            throw new UsageError("no setting " + Setting.key(path)
                    + near.map(word -> "\n  did you mean " + word + "?").orElse(""));
        }
        SettingsFile.problem(path, value).ifPresent(what -> {
            throw new UsageError(what);
        });
    }

    private static void write(Path named, List<String> path, TomlValue value) {
        try {
            SettingsFile.replace(named, text -> TomlEdit.set(text, path, value));
        } catch (TomlError wrong) {
            throw new UsageError(named + " was not changed: " + wrong.reason() + " (line " + wrong.line() + ")");
        } catch (IllegalArgumentException tangled) {
            throw new UsageError(named + " was not changed: " + tangled.getMessage());
        } catch (IOException cannot) {
            throw new UsageError(named + " was not changed: " + FileTrouble.of(cannot));
        }
    }
}
