package dev.pawl.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that become writable by their name only when the name leads where it says.
class WritableFoldersTest {
    @TempDir
    Path folder;

    private Path work() throws Exception {
        return Files.createDirectories(folder.resolve("work"));
    }

    private static String[] sandbox(Path work, String... more) {
        var words = new ArrayList<>(
                List.of("sandbox", "--cd", work.toString(), "-c", "sandbox_workspace_write.exclude_slash_tmp=true"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    void aFolderThatIsALinkOfTheProjectIsRefused() throws Exception {
        var house = new TestProgram(folder);
        Files.createDirectories(folder.resolve("theirs"));
        Files.createSymbolicLink(work().resolve("build"), folder.resolve("theirs"));
        var said =
                house.pawl(sandbox(work(), "--add-dir", work().resolve("build").toString(), "--", "touch", "x"));
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("symbolic link")
                .contains(folder.resolve("theirs").toString());
    }

    @Test
    void theUsersFolderIsNoFolderForTemporaryFiles() throws Exception {
        var user = Files.createDirectories(folder.resolve("user"));
        var variables = Map.of("HOME", user.toString(), "TMPDIR", user.toString(), "PATH", "/usr/bin:/bin");
        var house = new TestProgram(folder, variables);
        house.pawl(sandbox(
                work(),
                "--home",
                folder.resolve("home").toString(),
                "--",
                "touch",
                user.resolve(".bashrc").toString()));
        assertThat(user.resolve(".bashrc")).doesNotExist();
        var apart = Files.createDirectories(folder.resolve("apart"));
        var other = new TestProgram(
                folder, Map.of("HOME", user.toString(), "TMPDIR", apart.toString(), "PATH", "/usr/bin:/bin"));
        other.pawl(sandbox(
                work(),
                "--home",
                folder.resolve("home").toString(),
                "--",
                "touch",
                apart.resolve("x").toString()));
        assertThat(apart.resolve("x")).exists();
    }

    /// Its files run with the user's next shell. A project in it is writable.
    @Test
    void theUsersFolderBelowTmpIsNotWritable() throws Exception {
        assumeThat(folder.toRealPath()).startsWith(Path.of("/tmp").toRealPath());
        var user = Files.createDirectories(folder.resolve("near/user"));
        var work = Files.createDirectories(user.resolve("work"));
        var house = new TestProgram(folder, Map.of("HOME", user.toString(), "PATH", "/usr/bin:/bin"));
        var script = "touch x .. ../../beside; touch ../.bashrc; echo x > ../.profile; mv ../../user ../../old;"
                + " mv ../../../near ../../../far; mkdir -p ../../user; touch ../../user/.bashrc";
        house.pawl("sandbox", "--cd", work.toString(), "--", "/bin/sh", "-c", script);
        assertThat(work.resolve("x")).exists();
        assertThat(folder.resolve("near/beside")).exists();
        assertThat(user).isDirectory();
        assertThat(user.resolve(".bashrc")).doesNotExist();
        assertThat(user.resolve(".profile")).doesNotExist();
        var patch = "*** Begin Patch\n*** Add File: inside\n+x\n*** Add File: ../.bashrc\n+x\n*** End Patch\n";
        patch(house, work, patch);
        assertThat(user.resolve(".bashrc")).doesNotExist();
        patch(house, work, patch.replace("../.bashrc", "more"));
        assertThat(work.resolve("more")).exists();
    }

    private static void patch(TestProgram house, Path work, String patch) throws IOException {
        var call = Json.object()
                .with("type", "custom_tool_call")
                .with("name", "apply_patch")
                .with("input", patch);
        house.script(
                Json.object().with("items", Json.array(List.of(call))).write(),
                "{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        house.unattended("exec", "--skip-git-repo-check", "--mode", "full-auto", "--cd", work.toString(), "go");
    }
}
