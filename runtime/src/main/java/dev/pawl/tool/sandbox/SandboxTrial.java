package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs a short script inside a sandbox and looks at what came of it: what is allowed must work,
/// what is not must fail, and the kernel must say that the limits are in force.
final class SandboxTrial {
    private static final String SCRIPT = """
            echo in > allowed/new && echo wrote-inside
            (echo out > outside) 2>/dev/null
            (echo new > .codex/config.toml) 2>/dev/null && echo wrote-protected
            [ -n "$1" ] && kill -0 "$1" 2>/dev/null && echo reached-the-parent
            while read -r line; do echo "$line"; done < /proc/self/status
            """;
    private static final List<String> IN_FORCE = List.of("NoNewPrivs:\t1", "Seccomp:\t2", "CapEff:\t0000000000000000");

    /// What is wrong with it; nothing when it holds.
    Optional<String> of(Jail jail) {
        try {
            var folder = Files.createTempDirectory("pawl-probe");
            try {
                return judge(run(jail, folder), folder);
            } finally {
                clean(folder);
            }
        } catch (IOException failed) {
            return Optional.of(String.valueOf(failed.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    private record Seen(int exitCode, String output) {}

    private static Seen run(Jail jail, Path folder) throws IOException, InterruptedException {
        var project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("allowed"));
        // Not `.git`: git would be asked about its settings.
        Files.createDirectories(project.resolve(".codex"));
        Files.createFile(folder.resolve("outside"));
        var script = SCRIPT.replace("> outside", "> '" + folder.resolve("outside") + "'");
        // In a namespace of its own the number is somebody else's.
        var parent =
                jail.sharesProcesses() ? Long.toString(ProcessHandle.current().pid()) : "";
        var launch = new Launch(
                List.of("/bin/sh", "-c", script, "probe", parent),
                project,
                Map.of("PATH", "/usr/bin:/bin"),
                Confinement.project(project),
                Optional.empty());
        var child = jail.start(launch);
        try (var output = child.output()) {
            var text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            return new Seen(child.waitFor(), text);
        } finally {
            child.release();
        }
    }

    private static Optional<String> judge(Seen seen, Path folder) throws IOException {
        var lines = seen.output().lines().map(String::strip).toList();
        if (!lines.contains("wrote-inside")) {
            var said = lines.isEmpty() ? "exit code " + seen.exitCode() : lines.getFirst();
            return Optional.of("a command does not work in it: " + said);
        }
        // By looking: a sandbox may show another file in its place, which anybody may write.
        if (Files.size(folder.resolve("outside")) > 0) return Optional.of("a command could write outside of it");
        if (lines.contains("wrote-protected")) return Optional.of("a command could write a protected file");
        if (lines.contains("reached-the-parent")) return Optional.of("a command could signal this process");
        for (var line : IN_FORCE) if (!lines.contains(line)) return Optional.of("not in force: " + line.strip());
        return Optional.empty();
    }

    private static void clean(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            var paths = new ArrayList<>(all.toList());
            for (var path : paths.reversed()) Files.deleteIfExists(path);
        }
    }
}
