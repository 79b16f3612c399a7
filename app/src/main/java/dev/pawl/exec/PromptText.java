package dev.pawl.exec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/// The prompt: from the command line, from stdin, or from both.
final class PromptText {
    private PromptText() {}

    /// `-`, or no prompt and a pipe, is read from stdin; with a prompt the pipe is added to it in a
    /// block of its own. Empty when there is neither.
    static Optional<String> of(Optional<String> given, InputStream stdin, boolean stdinIsTerminal) {
        if (given.isPresent() && given.get().equals("-")) return some(read(stdin));
        if (stdinIsTerminal) return given;
        var piped = read(stdin);
        if (given.isEmpty()) return some(piped);
        return piped.isBlank()
                ? given
                : Optional.of(given.get() + "\n\n<stdin>\n" + piped.stripTrailing() + "\n</stdin>");
    }

    private static Optional<String> some(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    private static String read(InputStream stdin) {
        try {
            return new String(stdin.readAllBytes(), UTF_8);
        } catch (IOException gone) {
            throw new UncheckedIOException("stdin cannot be read", gone);
        }
    }
}
