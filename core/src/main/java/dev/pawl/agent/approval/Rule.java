package dev.pawl.agent.approval;

import dev.pawl.card.Boundary;
import java.util.List;

/// What a person has settled beforehand about commands that begin with certain words.
///
/// @param scope where an allowing rule holds; a rule that asks or forbids holds everywhere
public record Rule(Tier tier, Effect effect, List<String> prefix, Scope scope) {
    public Rule {
        prefix = List.copyOf(prefix);
        if (prefix.isEmpty()) throw new IllegalArgumentException("a rule without a word would be about everything");
    }

    /// One that allows nothing outside of a sandbox.
    public Rule(Tier tier, Effect effect, List<String> prefix) {
        this(tier, effect, prefix, new Scope.Inside());
    }

    /// Who settled it.
    public enum Tier {
        USER,
        /// The project's own configuration: may only narrow what the user allows.
        PROJECT
    }

    /// The strictest wins.
    public enum Effect {
        ALLOW,
        ASK,
        DENY
    }

    /// Where an allowing rule holds.
    public sealed interface Scope {
        /// In every sandbox.
        record Inside() implements Scope {}

        /// In a sandbox that lets a command reach no more than this one.
        record Within(Boundary boundary) implements Scope {}

        /// Without a sandbox, too. Only a person's own hand writes it.
        record Outside() implements Scope {}
    }

    public boolean matches(List<String> command) {
        return command.size() >= prefix.size()
                && command.subList(0, prefix.size()).equals(prefix);
    }

    boolean holds(RunMode runMode, Boundary boundary) {
        return switch (scope) {
            case Scope.Inside _ -> runMode == RunMode.CONFINED;
            case Scope.Within(var shown) -> runMode == RunMode.CONFINED && boundary.isWithin(shown);
            case Scope.Outside _ -> true;
        };
    }
}
