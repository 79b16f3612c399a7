package dev.pawl.cli;

import java.util.ArrayList;
import java.util.List;

/// The description of a command, from which parser, help and completion are made.
///
/// @param name     its words after `pawl`, as in `config show`; empty for what `pawl` alone does
/// @param summary  one line
/// @param examples whole command lines with a reason behind `#`
public record CommandUsage(
        String name, String summary, List<Option> options, List<Operand> operands, List<String> examples) {
    public CommandUsage {
        options = List.copyOf(options);
        operands = List.copyOf(operands);
        examples = List.copyOf(examples);
        for (int i = 0; i < operands.size() - 1; i++) {
            if (operands.get(i).arity() != Operand.Arity.ONE
                    && operands.get(i + 1).arity() == Operand.Arity.ONE) {
                throw new IllegalArgumentException(
                        name + ": a word that must be given follows one that may be left out");
            }
        }
    }

    public static CommandUsage of(String name, String summary) {
        return new CommandUsage(name, summary, List.of(), List.of(), List.of());
    }

    public CommandUsage with(Option... more) {
        return new CommandUsage(name, summary, joined(options, more), operands, examples);
    }

    public CommandUsage taking(Operand... more) {
        return new CommandUsage(name, summary, options, joined(operands, more), examples);
    }

    public CommandUsage example(String commandLine) {
        return new CommandUsage(name, summary, options, operands, joined(examples, commandLine));
    }

    /// Names that begin with an underscore are for the program's own use and are shown nowhere.
    boolean isHidden() {
        return name.startsWith("_");
    }

    /// Whether this command is a kind of `other`, as `exec resume` is of `exec`.
    boolean isBelow(String other) {
        if (other.isEmpty()) return !name.isEmpty();
        return name.length() > other.length() && name.startsWith(other) && name.charAt(other.length()) == ' ';
    }

    @SafeVarargs
    private static <T> List<T> joined(List<T> some, T... more) {
        var all = new ArrayList<>(some);
        for (var one : more) all.add(one);
        return all;
    }
}
