package dev.pawl.tool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.host.Toolbox;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What commands of the agent cannot see, the reading tools do not show either, by whatever name.
class HiddenPlacesTest {
    private static final String CANARY = "canary-4711";

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        folder = folder.toRealPath();
        Files.createDirectories(folder.resolve("work/sub"));
        Files.createDirectories(folder.resolve("user/.ssh/deep"));
        Files.createDirectories(folder.resolve("home/project"));
        for (var file : List.of("user/.netrc", "user/.ssh/id_rsa", "user/.ssh/deep/key", "home/config.toml")) {
            Files.writeString(folder.resolve(file), CANARY + "\n");
        }
        Files.writeString(folder.resolve("work/plain"), CANARY + "\n");
        Files.writeString(folder.resolve("home/project/plain"), CANARY + "\n");
        Files.createSymbolicLink(folder.resolve("work/link"), folder.resolve("user/.netrc"));
        Files.createSymbolicLink(folder.resolve("work/linked"), folder.resolve("user/.ssh"));
        Files.createSymbolicLink(folder.resolve("work/parent"), folder.resolve("user"));
        Files.createSymbolicLink(folder.resolve("work/relative"), Path.of("../user/.ssh/id_rsa"));
        Files.createSymbolicLink(folder.resolve("work/chain"), Path.of("linked/deep/key"));
        Files.createSymbolicLink(folder.resolve("work/all"), Path.of("/proc/self/root"));
        Files.createSymbolicLink(folder.resolve("work/self"), Path.of("/proc/self/environ"));
        Files.createLink(folder.resolve("work/hard"), folder.resolve("user/.netrc"));
        Files.createLink(folder.resolve("work/sub/harder"), folder.resolve("user/.ssh/deep/key"));
        toolEnvironment = place(ApprovalContext.Mode.WORKSPACE_WRITE);
    }

    /// They lead out of the folder that is deleted.
    @AfterEach
    void removeTheLinks() throws IOException {
        for (var name : List.of("all", "self"))
            Files.deleteIfExists(folder.resolve("work").resolve(name));
    }

    private ToolEnvironment place(ApprovalContext.Mode mode) {
        var hidden = List.of(folder.resolve("home"), folder.resolve("user/.ssh"), folder.resolve("user/.netrc"));
        var projects = List.of(folder.resolve("work"), folder.resolve("home/project"));
        return Places.in(folder).with(new Confinement(mode, projects, List.of(), hidden, Network.OFF));
    }

    private String run(String tool, Json.Obj arguments) throws InterruptedException {
        var box = Toolbox.of(toolEnvironment, Places.terminals(toolEnvironment));
        var call = Places.call("c", tool, arguments.write());
        return Places.done(box.find(tool).orElseThrow().run(call, RunMode.CONFINED, _ -> {}))
                .text();
    }

    private String expanded(String path) {
        return path.replace("USER", folder.resolve("user").toString())
                .replace("HOME", folder.resolve("home").toString())
                .replace("PID", Long.toString(ProcessHandle.current().pid()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "USER/.netrc",
                "USER/.ssh/id_rsa",
                "USER/.ssh/deep/key",
                "USER/.ssh/../.netrc",
                "HOME/config.toml",
                "../user/.netrc",
                "sub/../../user/.netrc",
                "link",
                "linked/id_rsa",
                "linked/deep/../id_rsa",
                "parent/.netrc",
                "parent/.ssh/deep/key",
                "relative",
                "chain",
                "hard",
                "sub/harder",
                "self",
                "all/etc/hostname",
                "/proc/self/environ",
                "/proc/PID/environ",
                "/proc/thread-self/environ",
                "/proc/self/root/etc/hostname",
                "/proc/PID/cwd/pom.xml",
                "/proc/self/fd/0",
                "/dev/fd/0",
                "/dev/stdin",
                "/dev/zero",
                "/sys/kernel/notes"
            })
    void whatIsHiddenIsNotRead(String name) throws Exception {
        var path = expanded(name);
        for (var mode : List.of(ApprovalContext.Mode.READ_ONLY, ApprovalContext.Mode.WORKSPACE_WRITE)) {
            toolEnvironment = place(mode);
            for (var offset : List.of(1, 2)) {
                var read =
                        run("read_file", Json.object().with("file_path", path).with("offset", offset));
                assertThat(read).doesNotContain(CANARY).startsWith("failed to read file: ");
            }
            assertThat(run("view_image", Json.object().with("path", path)))
                    .startsWith("unable to ")
                    .doesNotContain("not PNG");
            assertThat(run("grep_files", Json.object().with("pattern", ".").with("path", path)))
                    .startsWith("failed to search: ");
        }
    }

    @Test
    void theAnswerSaysThatItIsHidden() throws Exception {
        assertThat(run("read_file", Json.object().with("file_path", "link")))
                .isEqualTo("failed to read file: `" + folder.resolve("work/link") + "` is hidden from the agent: keys"
                        + " and Pawl's own files are not shown to it. Ask the user for what you need from there.");
    }

    @Test
    void whetherAHiddenFileExistsIsHidden() throws Exception {
        for (var name : List.of("USER/.ssh/missing", "linked/missing", "parent/.ssh/missing/below")) {
            assertThat(run("read_file", Json.object().with("file_path", expanded(name))))
                    .contains("is hidden from the agent");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"USER/.ssh", "linked", "parent/.ssh", "HOME", "/proc", "/proc/self/", "/sys", "all/etc"})
    void hiddenFoldersAreNotListed(String name) throws Exception {
        assertThat(run("list_dir", Json.object().with("dir_path", expanded(name))))
                .startsWith("failed to read directory: ");
    }

    @Test
    void aListingAndASearchFromAbovePassThemOver() throws Exception {
        var listed = run(
                "list_dir",
                Json.object()
                        .with("dir_path", folder.toString())
                        .with("depth", 5)
                        .with("limit", 500));
        assertThat(listed).contains(".ssh/", "plain").doesNotContain("id_rsa", "config.toml", "deep");
        var found = run("grep_files", Json.object().with("pattern", CANARY).with("path", folder.toString()));
        assertThat(found).contains("work/plain").doesNotContain("hard", "config.toml", ".ssh", ".netrc");
        var oneself = new GrepFiles(
                        toolEnvironment,
                        AccessMap.of(toolEnvironment.confinement()),
                        new Sandbox(toolEnvironment.runFolder()),
                        Optional::empty)
                .run(
                        Places.call(
                                "c",
                                "grep_files",
                                Json.object()
                                        .with("pattern", CANARY)
                                        .with("path", folder.toString())
                                        .write()),
                        RunMode.CONFINED,
                        _ -> {})
                .text();
        assertThat(oneself).contains("work/plain").doesNotContain("hard", "config.toml", ".ssh", ".netrc");
    }

    @Test
    void aProjectInsideAHiddenPlaceIsVisible() throws Exception {
        var file = folder.resolve("home/project/plain").toString();
        assertThat(run("read_file", Json.object().with("file_path", file))).isEqualTo("L1: " + CANARY);
        assertThat(run("grep_files", Json.object().with("pattern", CANARY).with("path", file)))
                .isEqualTo(file);
    }

    @Test
    void aHiddenPlaceStaysHiddenUnderAnotherName() throws Exception {
        var tools = Toolbox.of(toolEnvironment, Places.terminals(toolEnvironment));
        Files.move(folder.resolve("user"), folder.resolve("renamed"));
        var call = Places.call(
                "c",
                "read_file",
                Json.object()
                        .with("file_path", folder.resolve("renamed/.ssh/id_rsa").toString())
                        .write());
        assertThat(Places.done(tools.find("read_file").orElseThrow().run(call, RunMode.CONFINED, _ -> {}))
                        .text())
                .contains("is hidden from the agent");
    }

    @Test
    @Timeout(30)
    void aPipeIsNotWaitedFor() throws Exception {
        assertThat(new ProcessBuilder(
                                "mkfifo",
                                folder.resolve("work/pipe").toString(),
                                folder.resolve("work/.gitignore").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(run("read_file", Json.object().with("file_path", "pipe")))
                .isEqualTo("failed to read file: not a regular file");
        assertThat(run("view_image", Json.object().with("path", "pipe"))).endsWith("is not a file");
        assertThat(run("list_dir", Json.object().with("dir_path", "."))).contains("pipe?");
    }

    @Test
    void nothingIsHiddenWhereTheUserSwitchedTheSandboxOff() throws Exception {
        toolEnvironment = toolEnvironment.with(Confinement.none());
        var path = folder.resolve("user/.netrc").toString();
        assertThat(run("read_file", Json.object().with("file_path", path))).isEqualTo("L1: " + CANARY);
        assertThat(run("read_file", Json.object().with("file_path", "/proc/self/status")))
                .contains("Name:");
    }

    @Test
    void aProgramThatTheAgentPlantedIsNotRunForASearch() throws Exception {
        var bin = Files.createDirectories(folder.resolve("work/.venv/bin"));
        var planted = Files.writeString(bin.resolve("rg"), "#!/bin/sh\necho ran > " + bin + "/canary\n");
        assertThat(planted.toFile().setExecutable(true)).isTrue();
        toolEnvironment = new ToolEnvironment(
                toolEnvironment.thread(),
                toolEnvironment.cwd(),
                toolEnvironment.confinement(),
                toolEnvironment.home(),
                new ToolEnvironment.Shell(Path.of("/bin/sh"), Map.of("PATH", bin + ":/usr/bin:/bin")),
                toolEnvironment.limits());
        assertThat(run("grep_files", Json.object().with("pattern", CANARY))).contains("plain");
        assertThat(bin.resolve("canary")).doesNotExist();
    }
}
