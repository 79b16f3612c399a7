package dev.pawl.agent;

import java.util.List;

/// Where the user's rules are kept. Safe for use by many threads and processes.
public interface Rulebook {
    List<Rule> rules();

    /// Keeps a rule of the user's; the same rule twice is one.
    void remember(Rule rule);

    /// Takes a rule of the user's back; whether there was one.
    boolean forget(List<String> prefix);

    /// Where a person can read and edit them.
    String place();
}
