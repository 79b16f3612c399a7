package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;

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

/// What a transcript from elsewhere may decide: what was said, and nothing else.
class ForeignTranscriptsTest {
    @TempDir
    private Path folder;

    private TestProgram house;
    private Path work;
    private Path victim;

    @BeforeEach
    void moveIn() throws IOException {
        house = new TestProgram(folder);
        work = Files.createDirectories(folder.resolve("work"));
        victim = Files.createDirectories(Path.of("/var/tmp").resolve("pawl-test-" + folder.getFileName()));
        victim.toFile().deleteOnExit();
    }

    private Path transcript(String id, String cwd) throws IOException {
        return Files.write(
                folder.resolve("rollout-x.jsonl"),
                List.of(
                        "{\"type\":\"session_meta\",\"payload\":{\"id\":\"" + id
                                + "\",\"timestamp\":\"2026-03-01T10:00:00Z\",\"cwd\":\"" + cwd + "\"}}",
                        "{\"type\":\"response_item\",\"payload\":{\"type\":\"message\",\"role\":\"user\",\"content\":"
                                + "[{\"type\":\"input_text\",\"text\":\"count the files\"}]}}"));
    }

    private void scriptAWrite() throws IOException {
        var file = victim.resolve("precious");
        house.script(
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"arguments\":{\"cmd\":\"echo pwned > "
                        + file + "\"}}]}",
                "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
    }

    @Test
    void theFolderOfATranscriptIsNotWritable() throws Exception {
        for (var cwd : List.of(victim.toString(), "/", victim + "/sub/..")) {
            var id = "thread-" + Integer.toHexString(cwd.hashCode());
            house.pawl("threads", "import", transcript(id, cwd).toString());
            scriptAWrite();
            var said = house.pawl(
                    "exec",
                    "resume",
                    id,
                    "go on",
                    "--full-auto",
                    "--skip-git-repo-check",
                    "--add-dir",
                    work.toString());
            assertThat(said.err()).contains("goes on in " + Path.of("").toAbsolutePath());
            assertThat(victim.resolve("precious")).doesNotExist();
        }
    }

    @Test
    void aForkOfAnImportedThreadDoesNotTakeItsFolderEither() throws Exception {
        house.pawl("threads", "import", transcript("forked", victim.toString()).toString());
        // A fork begins after a turn of ours.
        house.pawl("exec", "resume", "forked", "one", "--skip-git-repo-check");
        scriptAWrite();
        var said = house.pawl("exec", "fork", "forked", "go on", "--full-auto", "--skip-git-repo-check");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(victim.resolve("precious")).doesNotExist();
    }

    @Test
    void aFolderThatThePersonNamesIsTaken() throws Exception {
        house.pawl("threads", "import", transcript("named", victim.toString()).toString());
        scriptAWrite();
        house.pawl(
                "exec", "resume", "named", "go on", "--full-auto", "--skip-git-repo-check", "--cd", victim.toString());
        assertThat(victim.resolve("precious")).exists();
        Files.delete(victim.resolve("precious"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x/y", "x/../../../../victim/data", "..", "a.b", "a\\\\b", "a*b", "a b", "/etc/x"})
    void anIdIsNeverAPath(String id) throws Exception {
        var said = house.pawl("threads", "import", transcript(id, "/tmp").toString());
        assertThat(said.code()).isNotZero();
        assertThat(said.err()).contains("was left out", "letters, digits");
        assertThat(house.pawl("exec", "resume", id.replace("\\\\", "\\"), "go on")
                        .code())
                .isNotZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/dev/random", "/proc/self/environ", "PIPE", "FOLDER"})
    @Timeout(30)
    void onlyPlainFilesAreImported(String name) throws Exception {
        var pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var file = name.replace("PIPE", pipe.toString()).replace("FOLDER", folder.toString());
        var said = house.pawl("threads", "import", file);
        assertThat(said.code()).isNotZero();
        assertThat(said.err()).contains("was left out");
    }
}
