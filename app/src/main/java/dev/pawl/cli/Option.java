package dev.pawl.cli;

import java.util.ArrayList;
import java.util.List;

/// An option of a command: its names (the long one first), its value if it takes one, and the
/// setting it sets.
///
/// @param names     spellings, with their dashes; the first is how code and help call it
/// @param valueName the word help shows for the value; empty when the option is a flag
/// @param choices   the only values allowed; empty when any will do
/// @param setting   the configuration key this option overrides; empty when it has none
public record Option(
        List<String> names, String valueName, String summary, List<String> choices, boolean repeats, String setting) {
    public Option {
        names = List.copyOf(names);
        choices = List.copyOf(choices);
        if (names.isEmpty()) throw new IllegalArgumentException("an option without a name");
    }

    /// An option that is there or not.
    public static Option flag(String name, String summary) {
        return new Option(List.of(name), "", summary, List.of(), false, "");
    }

    /// An option with a value; given twice, the last wins.
    public static Option value(String name, String valueName, String summary) {
        return new Option(List.of(name), valueName, summary, List.of(), false, "");
    }

    /// The same option under more names.
    public Option or(String... more) {
        var all = new ArrayList<>(names);
        all.addAll(List.of(more));
        return new Option(all, valueName, summary, choices, repeats, setting);
    }

    /// The same option, with all of its values kept.
    public Option repeating() {
        return new Option(names, valueName, summary, choices, true, setting);
    }

    /// The same option, limited to these values.
    public Option choice(String... allowed) {
        return new Option(names, valueName, summary, List.of(allowed), repeats, setting);
    }

    /// The same option as the strongest layer of a configuration key.
    public Option sets(String key) {
        return new Option(names, valueName, summary, choices, repeats, key);
    }

    public String name() {
        return names.getFirst();
    }

    public boolean takesValue() {
        return !valueName.isEmpty();
    }
}
