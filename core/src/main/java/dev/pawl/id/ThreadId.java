package dev.pawl.id;

/// A chat that outlives every process, as the surfaces name it. The same string as its agent's id.
public record ThreadId(String value) {
    public ThreadId {
        Names.require(value, "thread id");
    }

    /// Whether a text from outside can be a thread's id: letters, digits, `_` and `-`, so that it
    /// is never a path or a pattern.
    public static boolean isPlain(String text) {
        return text.matches("[A-Za-z0-9_-]{1,128}");
    }

    @Override
    public String toString() {
        return value;
    }
}
