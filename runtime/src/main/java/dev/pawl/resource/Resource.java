package dev.pawl.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A text that lies beside a class, or at the root when its name begins with a slash.
///
/// A build keeps a copy of all of them in a folder, and its launcher names it: a class loader asks
/// every module of the JDK for a name before it opens our jar, which costs a turn 20 ms.
public final class Resource {
    private static final String FOLDER = System.getProperty("pawl.resources", "");

    private Resource() {}

    public static String text(Class<?> beside, String name) {
        try {
            return FOLDER.isEmpty() ? packed(beside, name) : Files.readString(file(beside, name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + name + ", which belongs to the program", unreadable);
        }
    }

    private static Path file(Class<?> beside, String name) {
        if (name.startsWith("/")) return Path.of(FOLDER + name);
        return Path.of(FOLDER, beside.getPackageName().replace('.', '/'), name);
    }

    private static String packed(Class<?> beside, String name) throws IOException {
        try (var in = beside.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("no " + name + " beside " + beside.getName());
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
