package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A named pipe outside is not written through a mount that is read-only; what lies in the project
/// works as ever.
class NamedPipeTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aPipeOutsideIsNotOpenedForWriting(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project");
        var pipe = attempts.folder("outside").resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", "-m", "666", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.createDirectory(project.resolve("sub")); // tier 2 makes nothing new at a project's top
        // Read and write: it would not wait for a reader.
        var said = attempts.run(
                Attempts.limits(List.of(project), List.of(), List.of()), project, """
                for how in '1<>' '1>' '1>>'; do
                  timeout 2 sh -c "exec $how PIPE && echo opened >&2" 2>&1
                  timeout 2 sh -c "exec $how PROJECT/../outside/pipe && echo opened >&2" 2>&1
                done
                cd sub && mkdir -p a b && echo text > a/file && mv a/file b/moved && cat b/moved
                mkfifo own && (cat own & echo through > own; wait)
                echo again > /dev/null && echo null; echo err > /dev/stderr; echo out > /dev/stdout
                """.replace("PIPE", pipe.toString())
                        .replace("PROJECT", project.toString()));
        assertThat(said).contains("text", "through", "null", "out").doesNotContain("opened");
    }
}
