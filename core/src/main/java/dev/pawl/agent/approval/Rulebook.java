package dev.pawl.agent.approval;

import java.util.List;

/// Where the user's rules are kept. Safe for use by many threads and processes.
public interface Rulebook {
    /// No rules, and none is kept.
    Rulebook NONE = new Rulebook() {
        @Override
        public List<Rule> rules() {
            return List.of();
        }

        @Override
        public void remember(Rule rule) {}

        @Override
        public boolean forget(List<String> prefix) {
            return false;
        }

        @Override
        public String place() {
            return "";
        }
    };

    List<Rule> rules();

    /// Keeps a rule of the user's; the same rule twice is one.
    void remember(Rule rule);

    /// Takes a rule of the user's back; whether there was one.
    boolean forget(List<String> prefix);

    /// Where a person can read and edit them.
    String place();
}
