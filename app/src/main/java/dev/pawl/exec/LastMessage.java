package dev.pawl.exec;

import dev.pawl.cli.Console;
import dev.pawl.resource.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file of `--output-last-message`.
final class LastMessage {
    private LastMessage() {}

    static void write(String file, String text, Console console) {
        try {
            Files.writeString(Path.of(file), text);
        } catch (IOException full) {
            console.note("the last message could not be written to " + file + ": " + FileTrouble.of(full));
        }
    }
}
