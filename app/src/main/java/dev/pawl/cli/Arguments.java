package dev.pawl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one command was given, checked against its [CommandUsage]. Immutable.
public final class Arguments {
    private final CommandTable table;
    private final CommandUsage usage;
    private final Map<String, List<String>> values;
    private final Map<String, List<String>> words;
    private final boolean shared;

    Arguments(
            CommandTable table, CommandUsage usage, Map<String, List<String>> values, Map<String, List<String>> words) {
        this(table, usage, values, words, false);
    }

    private Arguments(
            CommandTable table,
            CommandUsage usage,
            Map<String, List<String>> values,
            Map<String, List<String>> words,
            boolean shared) {
        this.table = table;
        this.usage = usage;
        this.values = Map.copyOf(values);
        this.words = Map.copyOf(words);
        this.shared = shared;
    }

    /// The same for code that serves several commands: an option this one does not have was not
    /// given.
    public Arguments shared() {
        return new Arguments(table, usage, values, words, true);
    }

    /// All commands: for those that speak about commands.
    public CommandTable table() {
        return table;
    }

    /// The command they are for.
    public CommandUsage usage() {
        return usage;
    }

    /// Whether the flag was given.
    public boolean has(String option) {
        return values.containsKey(declared(option));
    }

    /// The option's value, the last one if it was given more than once.
    public Optional<String> value(String option) {
        var given = values.get(declared(option));
        return given == null ? Optional.empty() : Optional.of(given.getLast());
    }

    /// All values of a repeating option, in order.
    public List<String> values(String option) {
        return values.getOrDefault(declared(option), List.of());
    }

    /// A word that must be there.
    public String word(String operand) {
        var given = words.get(operand);
        if (given == null) throw new IllegalArgumentException(usage.name() + " need not be given " + operand);
        return given.getFirst();
    }

    /// A word that may be left out.
    public Optional<String> optionalWord(String operand) {
        var given = words.get(operand);
        return given == null ? Optional.empty() : Optional.of(given.getFirst());
    }

    /// All words that were left.
    public List<String> words(String operand) {
        return words.getOrDefault(operand, List.of());
    }

    /// The options that are given and stand for a setting.
    public List<Option> givenSettings() {
        var given = new ArrayList<Option>();
        for (var option : table.optionsOf(usage.name())) {
            if (!option.setting().isEmpty() && values.containsKey(option.name())) given.add(option);
        }
        return given;
    }

    /// A typing mistake in a command's own code must not read as "not given".
    private String declared(String name) {
        if (shared) return name;
        for (var option : table.optionsOf(usage.name())) if (option.name().equals(name)) return name;
        throw new IllegalArgumentException(usage.name() + " has no option " + name);
    }
}
