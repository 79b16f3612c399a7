package dev.pawl.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;

/// The base instructions for the model: `instructions.md` beside this class.
final class Instructions {
    private Instructions() {}

    static String text() {
        try (var stream = Instructions.class.getResourceAsStream("instructions.md")) {
            if (stream == null) throw new IllegalStateException("instructions.md is not in the program");
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
