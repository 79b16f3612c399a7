package dev.pawl.exec;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// The prompt: from the command line, from stdin, or from both.
final class PromptText {
    private static final Duration A_WHILE = Duration.ofMillis(500);
    private static final String PROMPT = "the prompt";
    private static final String MORE = "more input";

    private PromptText() {}

    /// `-`, or no prompt and a pipe, is read from stdin; with a prompt the pipe is added to it in a
    /// block of its own. Empty when there is neither.
    ///
    /// @param note tells the person that a pipe is waited for
    static Optional<String> of(
            Optional<String> given, InputStream stdin, boolean stdinIsTerminal, Consumer<String> note) {
        if (given.isPresent() && given.get().equals("-")) return some(read(stdin, note, PROMPT));
        if (stdinIsTerminal) return given;
        var piped = read(stdin, note, given.isEmpty() ? PROMPT : MORE);
        if (given.isEmpty()) return some(piped);
        return piped.isBlank()
                ? given
                : Optional.of(given.get() + "\n\n<stdin>\n" + piped.stripTrailing() + "\n</stdin>");
    }

    private static Optional<String> some(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    private static String read(InputStream stdin, Consumer<String> note, String what) {
        var waiting = Thread.ofPlatform().daemon().name("pawl-stdin").start(() -> noteLater(note, what));
        try {
            return decoded(stdin.readAllBytes());
        } catch (IOException gone) {
            throw new UncheckedIOException("stdin cannot be read", gone);
        } finally {
            waiting.interrupt();
        }
    }

    /// Only when it takes a while: most pipes end at once.
    private static void noteLater(Consumer<String> note, String what) {
        try {
            Thread.sleep(A_WHILE);
            note.accept("reading " + what + " from stdin, which has not ended yet (</dev/null if there is none)");
        } catch (InterruptedException read) {
            // It has come.
        }
    }

    /// UTF-8, or what the mark at its beginning says.
    private static String decoded(byte[] bytes) {
        if (begins(bytes, 0xff, 0xfe)) return new String(bytes, 2, bytes.length - 2, UTF_16LE);
        if (begins(bytes, 0xfe, 0xff)) return new String(bytes, 2, bytes.length - 2, UTF_16BE);
        if (begins(bytes, 0xef, 0xbb, 0xbf)) return new String(bytes, 3, bytes.length - 3, UTF_8);
        return new String(bytes, UTF_8);
    }

    private static boolean begins(byte[] bytes, int... mark) {
        if (bytes.length < mark.length) return false;
        for (var i = 0; i < mark.length; i++) if ((bytes[i] & 0xff) != mark[i]) return false;
        return true;
    }
}
