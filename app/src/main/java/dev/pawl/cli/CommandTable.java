package dev.pawl.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// All commands of the program and the options that every one of them takes. Immutable.
public final class CommandTable {
    /// Taken by every command, before or after its name.
    public static final List<Option> GLOBAL = List.of(
            Option.value("--config", "KEY=VALUE", "override a setting; the value is TOML, a bare word is a string")
                    .or("-c")
                    .repeating(),
            Option.value("--profile", "NAME", "settings of [profiles.NAME] and of NAME.config.toml")
                    .or("-p"),
            Option.value("--home", "DIR", "Pawl's folder instead of PAWL_HOME or ~/.pawl"),
            Option.value("--store", "URL", "sqlite:FILE or postgresql://HOST/DATABASE")
                    .sets("pawl.store"),
            Option.flag("--strict-config", "an unknown setting is an error"),
            Option.flag("--json", "one JSON object on each line, nothing else on stdout"),
            Option.flag("--quiet", "no progress, no hints").or("-q"),
            Option.flag("--verbose", "say more").or("-v"),
            Option.flag("--help", "this text").or("-h"));

    private final List<Subcommand> commands;

    public CommandTable(List<? extends Subcommand> commands) {
        this.commands = List.copyOf(commands);
        var names = new LinkedHashSet<String>();
        for (var command : this.commands) {
            if (!names.add(command.usage().name())) {
                throw new IllegalArgumentException(
                        "two commands called " + command.usage().name());
            }
        }
    }

    public Optional<Subcommand> find(String name) {
        for (var command : commands) if (command.usage().name().equals(name)) return Optional.of(command);
        return Optional.empty();
    }

    /// The usages a person may see, in the order they were given.
    public List<Usage> shown() {
        var shown = new ArrayList<Usage>();
        for (var command : commands) if (!command.usage().isHidden()) shown.add(command.usage());
        return shown;
    }

    /// The words that may follow `name`: for `config`, `show` and `path`; for nothing, all first
    /// words.
    public List<String> nextWords(String name) {
        var words = new LinkedHashSet<String>();
        for (var usage : shown()) {
            if (!usage.isBelow(name)) continue;
            int start = name.isEmpty() ? 0 : name.length() + 1;
            int end = usage.name().indexOf(' ', start);
            words.add(usage.name().substring(start, end < 0 ? usage.name().length() : end));
        }
        return List.copyOf(words);
    }

    /// Whether `name` is a command or the beginning of one.
    boolean leadsAnywhere(String name) {
        if (find(name).isPresent()) return true;
        for (var command : commands) if (command.usage().isBelow(name)) return true;
        return false;
    }

    /// The options of the command called `name`: its own, those of the commands above it, the
    /// global ones.
    List<Option> optionsOf(String name) {
        var options = new ArrayList<Option>();
        for (var command : commands) {
            var usage = command.usage();
            if (usage.name().equals(name)) options.addAll(0, usage.options());
            else if (isPrefix(usage.name(), name)) options.addAll(usage.options());
        }
        options.addAll(GLOBAL);
        return options;
    }

    private static boolean isPrefix(String shorter, String name) {
        if (shorter.isEmpty()) return true;
        return name.length() > shorter.length() && name.startsWith(shorter) && name.charAt(shorter.length()) == ' ';
    }
}
