package dev.pawl.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// All commands of a program and the options that every one of them takes. Immutable.
public final class CommandTable {
    private final String program;
    private final String about;
    private final List<Option> common;
    private final List<Subcommand> commands;

    /// @param program how the program is called on a command line
    /// @param about   what it is, in a line
    /// @param common  the options that every command takes, before or after its name; one is
    ///     `--help`
    public CommandTable(String program, String about, List<Option> common, List<? extends Subcommand> commands) {
        this.program = program;
        this.about = about;
        this.common = List.copyOf(common);
        this.commands = List.copyOf(commands);
        var names = new LinkedHashSet<String>();
        for (var command : this.commands) {
            if (!names.add(command.usage().name())) {
                throw new IllegalArgumentException(
                        "two commands called " + command.usage().name());
            }
        }
    }

    String about() {
        return about;
    }

    List<Option> common() {
        return common;
    }

    /// The words that call the command named `name`.
    String callOf(String name) {
        return name.isEmpty() ? program : program + " " + name;
    }

    public Optional<Subcommand> find(String name) {
        for (var command : commands) if (command.usage().name().equals(name)) return Optional.of(command);
        return Optional.empty();
    }

    /// The usages a person may see, in the order they were given.
    public List<CommandUsage> shown() {
        var shown = new ArrayList<CommandUsage>();
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
    /// global ones. What `pawl` alone takes is for itself.
    List<Option> optionsOf(String name) {
        var options = new ArrayList<Option>();
        for (var command : commands) {
            var usage = command.usage();
            if (usage.name().equals(name)) options.addAll(0, usage.options());
            else if (isPrefix(usage.name(), name)) options.addAll(usage.options());
        }
        options.addAll(common);
        return options;
    }

    /// The options of this spelling that commands below `name` have.
    List<Option> below(String name, String spelling) {
        var found = new ArrayList<Option>();
        for (var command : commands) {
            if (!command.usage().isBelow(name) || command.usage().isHidden()) continue;
            for (var option : command.usage().options()) if (option.names().contains(spelling)) found.add(option);
        }
        return found;
    }

    private static boolean isPrefix(String shorter, String name) {
        if (shorter.isEmpty()) return false;
        return name.length() > shorter.length() && name.startsWith(shorter) && name.charAt(shorter.length()) == ' ';
    }
}
