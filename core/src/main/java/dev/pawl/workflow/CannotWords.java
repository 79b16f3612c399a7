package dev.pawl.workflow;

import java.util.Optional;
import java.util.regex.Pattern;

/// The way for an agent to say that a task cannot be done: a last message that begins with
/// `CANNOT:` and the reason.
public final class CannotWords {
    private static final Pattern LINE = Pattern.compile("(?s)\\A\\s*\\**CANNOT:?\\**:?\\s+(.+)");

    private CannotWords() {}

    /// The reason, when the message says so.
    public static Optional<String> reason(String message) {
        var found = LINE.matcher(message);
        return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
    }
}
