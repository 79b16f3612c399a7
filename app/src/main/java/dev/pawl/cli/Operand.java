package dev.pawl.cli;

import java.util.List;

/// A word of a command that is not an option.
///
/// @param choices the only words allowed; empty when any will do
public record Operand(String name, Arity arity, String summary, List<String> choices) {
    /// How many words it takes.
    public enum Arity {
        ONE,
        AT_MOST_ONE,
        ANY
    }

    public Operand {
        choices = List.copyOf(choices);
    }

    public static Operand one(String name, String summary, String... choices) {
        return new Operand(name, Arity.ONE, summary, List.of(choices));
    }

    public static Operand atMostOne(String name, String summary, String... choices) {
        return new Operand(name, Arity.AT_MOST_ONE, summary, List.of(choices));
    }

    /// All words that are left.
    public static Operand rest(String name, String summary) {
        return new Operand(name, Arity.ANY, summary, List.of());
    }

    /// As help shows it: `NAME`, `[NAME]` or `[NAME…]`.
    String shown() {
        return switch (arity) {
            case ONE -> name;
            case AT_MOST_ONE -> "[" + name + "]";
            case ANY -> "[" + name + "...]";
        };
    }
}
