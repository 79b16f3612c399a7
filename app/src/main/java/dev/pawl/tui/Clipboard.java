package dev.pawl.tui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A picture in the desktop's clipboard. A terminal hands over text only, so the desktop's own
/// programs are asked.
final class Clipboard {
    private static final List<List<String>> READERS = List.of(
            List.of("wl-paste", "--no-newline", "--type", "image/png"),
            List.of("xclip", "-selection", "clipboard", "-target", "image/png", "-out"));
    private static final long PATIENCE_SECONDS = 3;

    private Clipboard() {}

    static Optional<Path> picture() {
        for (var reader : READERS) {
            try {
                var file = Files.createTempFile("pawl-clipboard-", ".png");
                if (read(reader, file)) return Optional.of(file);
                Files.deleteIfExists(file);
            } catch (IOException missing) {
                // This desktop has another one.
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean read(List<String> reader, Path file) throws IOException, InterruptedException {
        var process = new ProcessBuilder(reader)
                .redirectOutput(file.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        return process.waitFor() == 0 && Files.size(file) > 0;
    }
}
