package dev.pawl.tool.sandbox.boundary;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Files and folders that the settings of a repository lead to: each file that settings are read
/// from, and the folder of hooks. Asked of git itself, which knows about includes; it starts no
/// other program for this.
record GitSettings(Path repository) {
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/git"), Path.of("/bin/git"), Path.of("/usr/local/bin/git"));
    private static final long PATIENCE_MS = 2_000;
    private static final int MOST_BYTES = 4 << 20;
    private static final String FILE = "file:";
    private static final Optional<Path> NOWHERE = Optional.empty();

    /// Those of the repository that a folder belongs to.
    static Optional<GitSettings> above(Path folder) {
        for (var at = folder; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) return Optional.of(new GitSettings(at));
        }
        return Optional.empty();
    }

    List<Path> places() {
        var program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
        if (program.isEmpty()) return List.of();
        var places = new ArrayList<Path>();
        // Origin and value of each setting, one after the other.
        var words = said(program.get()).split("\0", -1);
        for (var i = 0; i + 1 < words.length; i += 2) {
            var from = words[i].startsWith(FILE) ? path(repository, words[i].substring(FILE.length())) : NOWHERE;
            from.ifPresent(places::add);
            var end = words[i + 1].indexOf('\n');
            if (end < 0) continue;
            var name = words[i + 1].substring(0, end).toLowerCase(Locale.ROOT);
            var value = words[i + 1].substring(end + 1);
            if (name.equals("core.hookspath")) path(repository, value).ifPresent(places::add);
            // Also a file that is empty or missing so far: git lists only those that say something.
            if (name.startsWith("include") && name.endsWith(".path"))
                path(from.map(Path::getParent).orElse(repository), value).ifPresent(places::add);
        }
        return places;
    }

    private static Optional<Path> path(Path folder, String text) {
        try {
            var home = System.getenv("HOME");
            var name = text.startsWith("~/") && home != null ? home + text.substring(1) : text;
            return name.isBlank()
                    ? Optional.empty()
                    : Optional.of(folder.resolve(name).normalize());
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    private String said(Path program) {
        var builder = new ProcessBuilder(program.toString(), "config", "--list", "--show-origin", "--includes", "-z")
                .directory(repository.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        try {
            var process = builder.start();
            try {
                process.getOutputStream().close();
                // A file of settings may be a pipe that gives nothing: no read blocks here.
                var reader = new Reading(process);
                var thread =
                        Thread.ofPlatform().daemon().name("pawl-git-settings").start(reader);
                if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) return "";
                thread.join(PATIENCE_MS);
                return reader.text;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException cannot) {
            return "";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static final class Reading implements Runnable {
        private final Process process;
        private volatile String text = "";

        Reading(Process process) {
            this.process = process;
        }

        @Override
        public void run() {
            try (var in = process.getInputStream()) {
                text = new String(in.readNBytes(MOST_BYTES), UTF_8);
            } catch (IOException ended) {
                // It was ended because it took too long.
            }
        }
    }

    /// The values of a name in a file of settings, in whatever section.
    static List<String> values(String text, String name) {
        var values = new ArrayList<String>();
        for (var line : text.lines().toList()) {
            var sign = line.indexOf('=');
            if (sign < 0 || !line.substring(0, sign).strip().equalsIgnoreCase(name)) continue;
            var value = line.substring(sign + 1).strip();
            if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\""))
                value = value.substring(1, value.length() - 1);
            if (!value.isEmpty()) values.add(value);
        }
        return values;
    }
}
