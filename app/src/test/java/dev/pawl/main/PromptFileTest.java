package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Instructions of a repository that nobody has trusted: what they may be, and whose words they may
/// be.
class PromptFileTest {
    private static final String CANARY = "canary-4711";

    @TempDir
    private Path folder;

    private TestProgram house;
    private Path work;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
        work = folder.resolve("work");
        Files.createDirectories(work.resolve(".git"));
        Files.createDirectories(work.resolve("docs"));
        Files.writeString(work.resolve("docs/agents.md"), "Be kind.\n");
        Files.writeString(folder.resolve("outside.md"), CANARY + "\n");
    }

    /// What the model was sent.
    private String told() throws IOException {
        return told(work);
    }

    private String told(Path cwd) throws IOException {
        house.script("{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        var said = house.pawl("exec", "--cd", cwd.toString(), "--json", "hello");
        assertThat(said.code()).as(said.err()).isZero();
        var thread = said.lines().getFirst().replaceAll(".*\"thread_id\":\"([^\"]*)\".*", "$1");
        return String.join("\n", house.pawl("threads", "export", thread).lines());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/proc/self/environ",
                "/proc/self/cmdline",
                "/proc/thread-self/environ",
                "/dev/zero",
                "/dev/stdin",
                "/etc/passwd",
                "FOLDER/outside.md",
                "../outside.md",
                "docs/../../outside.md",
                "HOME/config.toml",
                "chain"
            })
    @Timeout(60)
    void aLinkOutOfTheRepositoryIsNotRead(String target) throws Exception {
        Files.createSymbolicLink(work.resolve("chain"), folder.resolve("outside.md"));
        var to = target.replace("FOLDER", folder.toString())
                .replace("HOME", house.home().toString());
        for (var name : List.of("AGENTS.md", "CLAUDE.md")) {
            Files.createSymbolicLink(work.resolve(name), Path.of(to));
            assertThat(told()).doesNotContain("<INSTRUCTIONS>", CANARY);
            Files.delete(work.resolve(name));
        }
    }

    @Test
    void aHardLinkToAHiddenFileIsNotRead() throws Exception {
        Files.writeString(house.home().resolve("notes.txt"), CANARY);
        Files.createLink(work.resolve("AGENTS.md"), house.home().resolve("notes.txt"));
        assertThat(told()).doesNotContain(CANARY);
    }

    @Test
    void aLinkInsideTheRepositoryIsRead() throws Exception {
        Files.createSymbolicLink(work.resolve("AGENTS.md"), Path.of("docs/agents.md"));
        assertThat(told()).contains("Be kind.");
    }

    @Test
    @Timeout(60)
    void aPipeIsNotWaitedFor() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", work.resolve("AGENTS.md").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(told()).doesNotContain("<INSTRUCTIONS>");
    }

    @Test
    void secretsAreTakenOutOfInstructions() throws Exception {
        Files.writeString(work.resolve("AGENTS.md"), "Use ghp_" + "a1B2c3".repeat(6) + " to push.\n");
        assertThat(told()).contains("Use " + Redaction.MARK + " to push.").doesNotContain("ghp_");
    }

    @Test
    void theFoldersBetweenTheRepositoryAndTheWorkingOneAreRead() throws Exception {
        Files.writeString(work.resolve("AGENTS.md"), "From above.\n");
        Files.writeString(work.resolve("docs/CLAUDE.md"), "From below.\n");
        assertThat(told(work.resolve("docs"))).contains("From above.", "From below.");
    }
}
