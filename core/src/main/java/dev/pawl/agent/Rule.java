package dev.pawl.agent;

import java.util.List;

/// What a person has settled beforehand about commands that begin with certain words.
public record Rule(Tier tier, Effect effect, List<String> prefix) {
    public Rule {
        prefix = List.copyOf(prefix);
        if (prefix.isEmpty()) throw new IllegalArgumentException("a rule without a word would be about everything");
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

    public boolean matches(List<String> command) {
        return command.size() >= prefix.size()
                && command.subList(0, prefix.size()).equals(prefix);
    }
}
