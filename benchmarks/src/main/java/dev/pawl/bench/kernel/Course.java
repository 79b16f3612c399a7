package dev.pawl.bench.kernel;

import java.util.Locale;

/// What the turns of a measurement do.
enum Course {
    NO_TOOL("no tool"),
    /// The call and its result are written down around a tool that takes no time.
    LOCAL_TOOL("one tool, here"),
    /// The call leaves through the outbox; the turn is put aside until the report comes.
    REMOTE_TOOL("one tool, elsewhere"),
    /// Eight other agents are called at once; the turn is put aside until the last one delivers.
    FORK_JOIN("fork and join of 8");

    static final int CHILDREN = 8;

    private final String words;

    Course(String words) {
        this.words = words;
    }

    static Course named(String option) {
        return valueOf(option.replace('-', '_').toUpperCase(Locale.ROOT));
    }

    String words() {
        return words;
    }
}
