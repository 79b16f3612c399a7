package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Finds programs as a child's own `PATH` would.
final class Programs {
    private Programs() {}

    static String find(String name, Map<String, String> environment) throws IOException {
        if (name.indexOf('\0') >= 0) throw new IOException("a name with a zero in it");
        if (name.contains("/")) return name;
        for (var folder : environment.getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
            if (folder.isEmpty()) continue;
            var file = Path.of(folder, name);
            if (Files.isExecutable(file) && !Files.isDirectory(file)) return file.toString();
        }
        throw new IOException(Libc.message(2));
    }
}
