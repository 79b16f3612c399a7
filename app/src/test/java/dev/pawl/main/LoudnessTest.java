package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much `pawl exec` tells a person: `-q`, nothing said, and `-v`.
class LoudnessTest {
    @TempDir
    private Path folder;

    private TestProgram house;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
        house.script(
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"arguments\":{\"cmd\":\"seq 40\"}},"
                        + "{\"type\":\"function_call\",\"name\":\"list_dir\",\"arguments\":{\"dir_path\":\"" + folder
                        + "\"}}]}",
                "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
    }

    private TestProgram.Said exec(String... loudness) {
        var words =
                new ArrayList<>(List.of("exec", "--skip-git-repo-check", "--sandbox", "danger-full-access", "count"));
        words.addAll(List.of(loudness));
        return house.pawl(words.toArray(String[]::new));
    }

    @Test
    void usuallyLongOutputIsShortenedAndReadingIsNotTold() {
        var said = exec();
        assertThat(said.out()).isEqualTo("Done.\n");
        assertThat(said.err()).contains("seq 40", "more lines").doesNotContain("  20\n", "list_dir", "Done.");
    }

    @Test
    void quietIsTheAnswerAlone() {
        var said = exec("-q");
        assertThat(said.out()).isEqualTo("Done.\n");
        assertThat(said.err()).isEmpty();
    }

    @Test
    void coloursAreAsAskedFor() {
        assertThat(exec("--color", "always").err()).contains("\033[");
        assertThat(exec("--color", "never").err()).doesNotContain("\033[");
        assertThat(exec().err()).as("no terminal").doesNotContain("\033[");
    }

    @Test
    void verboseIsEverything() {
        assertThat(exec("-v").err())
                .contains("  20\n", "list_dir {", "tokens so far", "home")
                .doesNotContain("more lines");
    }
}
