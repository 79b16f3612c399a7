package dev.pawl.tool;

/// How far a call would go, so that whoever asks people knows when to ask.
public sealed interface Reach {
    /// It stays within what the thread may do: the sandbox or the tool itself sees to that.
    record Inside() implements Reach {}

    /// It cannot be done within the limits: run as it is, it is refused.
    ///
    /// @param why in words for people
    record Outside(String why) implements Reach {}

    /// The thread has no limits.
    record Unlimited() implements Reach {}
}
