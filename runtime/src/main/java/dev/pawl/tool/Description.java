package dev.pawl.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Texts for the model that lie beside their tool as resources.
public final class Description {
    private Description() {}

    /// The text of the resource beside the tool, without the newline at its end.
    public static String of(Class<?> tool, String resource) {
        try (var in = tool.getResourceAsStream(resource)) {
            if (in == null) throw new IllegalStateException("no " + resource + " beside " + tool.getName());
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
