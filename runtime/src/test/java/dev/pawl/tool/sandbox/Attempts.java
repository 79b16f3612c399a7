package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Folders around a sandbox, and scripts run inside it.
public record Attempts(Path base, Sandbox sandbox) {
    public static Attempts in(Path base, Tier tier) throws IOException {
        Files.createDirectories(base.resolve("outside"));
        Files.writeString(base.resolve("outside/precious"), "precious");
        return new Attempts(base.toRealPath(), Sandbox.of(base.resolve("run"), tier));
    }

    Path outside() {
        return base.resolve("outside");
    }

    public Path folder(String name) throws IOException {
        return Files.createDirectories(base.resolve(name));
    }

    public static Confinement limits(List<Path> projects, List<Path> scratch, List<Path> hidden) {
        return new Confinement(ApprovalContext.Mode.WORKSPACE_WRITE, projects, scratch, hidden, Network.OFF);
    }

    /// What a script said, on both streams.
    public String run(Confinement confinement, Path folder, String script) throws IOException, InterruptedException {
        var variables = Map.of(
                "PATH", "/usr/bin:/bin", "B", base.toString(), "OUT", outside().toString(), "HOME", "/nonexistent");
        var child = sandbox.start(
                new Launch(List.of("/bin/bash", "-c", script), folder, variables, confinement, Optional.empty()));
        try (var output = child.output()) {
            var said = new String(output.readAllBytes(), UTF_8);
            child.waitFor();
            return said;
        } finally {
            child.release();
        }
    }

    /// What lies outside now.
    String seenOutside() throws IOException {
        var text = new StringBuilder();
        try (var all = Files.walk(outside())) {
            for (var path : all.sorted().toList()) {
                text.append(outside().relativize(path));
                if (Files.isRegularFile(path)) text.append('=').append(Files.readString(path));
                text.append('\n');
            }
        }
        return text.toString();
    }
}
