package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands in one project at the same time, in real sandboxes.
@Tag("process")
class OverlappingCommandsTest {
    private static final String WAITS = "echo up; read -r _";
    private static final String INTRUDES = WAITS + """

            for name in .git .pawl .codex .agents .claude; do
              mkdir -p "$name/x" 2>/dev/null && echo "made $name"
            done
            for name in .mcp.json AGENTS.md CLAUDE.md; do
              (echo x > "$name") 2>/dev/null && [ -s "$name" ] && echo "made $name"
            done
            echo x > ordinary && echo "made what it may"
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void protectionStaysWhenTheFirstOfThemEnds(boolean sameSandbox) throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        var sandbox = Sandbox.of(folder.resolve("run"), Tier.BUBBLEWRAP);
        // As another process with the same home would have it.
        var other = sameSandbox ? sandbox : Sandbox.of(folder.resolve("run"), Tier.BUBBLEWRAP);
        var first = start(sandbox, project, WAITS);
        assertThat(first.output().readNBytes(3)).asString(UTF_8).isEqualTo("up\n");
        var second = start(other, project, INTRUDES);
        assertThat(second.output().readNBytes(3)).asString(UTF_8).isEqualTo("up\n");
        end(first);
        second.input().write('\n');
        second.input().flush();
        assertThat(second.output().readAllBytes()).asString(UTF_8).isEqualTo("made what it may\n");
        end(second);
        try (var left = Files.list(project)) {
            assertThat(left).containsExactly(project.resolve("ordinary"));
        }
    }

    private static void end(Child child) throws IOException, InterruptedException {
        child.input().close();
        child.waitFor();
        child.release();
    }

    private static Child start(Sandbox sandbox, Path project, String script) throws IOException {
        return sandbox.start(new Launch(
                List.of("/bin/sh", "-c", script),
                project,
                Map.of("PATH", "/usr/bin:/bin"),
                Confinement.project(project),
                Optional.empty(),
                Launch.Streams.APART));
    }
}
