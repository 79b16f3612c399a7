package dev.pawl.tool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.host.Toolbox;
import dev.pawl.json.Json;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileToolsTest {
    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    private Path file(String name, String contents) throws IOException {
        var path = toolEnvironment.cwd().resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, contents);
    }

    private String run(String tool, Json.Obj arguments) throws InterruptedException {
        var call = Places.call("c", tool, arguments.write());
        if (tool.equals("grep_files")) return grep(call, Optional.empty());
        var box = Toolbox.of(toolEnvironment, Places.terminals(toolEnvironment));
        return Places.done(box.find(tool).orElseThrow().run(call, RunMode.CONFINED, _ -> {}))
                .text();
    }

    /// By our own search when no program is given.
    private String grep(Item.ToolCall call, Optional<Path> program) throws InterruptedException {
        var access = AccessMap.of(toolEnvironment.confinement());
        var sandbox = new Sandbox(toolEnvironment.runFolder());
        return new GrepFiles(toolEnvironment, access, sandbox, () -> program)
                .run(call, RunMode.CONFINED, _ -> {})
                .text();
    }

    private String grepBy(Path program, Json.Obj arguments) throws InterruptedException {
        return grep(Places.call("c", "grep_files", arguments.write()), Optional.of(program));
    }

    private String read(Json.Obj arguments) throws InterruptedException {
        return run("read_file", arguments);
    }

    private static Json.Obj path(String path) {
        return Json.object().with("file_path", path);
    }

    @Test
    void aPatternThatGoesTooDeepIsAnAnswer() throws Exception {
        file("long", "\"" + "x".repeat(200_000) + "\n");
        var said = run("grep_files", Json.object().with("pattern", "\"(\\\\.|[^\"])*\""));
        assertThat(said).contains("failed to search: the pattern goes too deep", "long");
    }

    @Test
    void whatRipgrepCannotReadDoesNotHideWhatItFinds() throws Exception {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var found = file("found", "x\n");
        var script = Files.writeString(bin.resolve("rg"), "#!/bin/sh\necho " + found + "\nexit 2\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(grepBy(script, Json.object().with("pattern", "x"))).contains("found");
        Files.writeString(script, "#!/bin/sh\necho 'regex parse error' >&2\nexit 2\n");
        assertThat(grepBy(script, Json.object().with("pattern", "("))).isEqualTo("failed to search: regex parse error");
    }

    @Test
    void linesAreReadWithTheirNumbers() throws Exception {
        file("a", "one\n\nthree\r\nfour");
        assertThat(read(path("a"))).isEqualTo("L1: one\nL2: \nL3: three\nL4: four");
        assertThat(read(path("a").with("offset", 2).with("limit", 2))).isEqualTo("L2: \nL3: three");
        assertThat(read(path("a").with("offset", 4))).isEqualTo("L4: four");
        assertThat(read(path(toolEnvironment.cwd().resolve("a").toString()).with("limit", 1)))
                .isEqualTo("L1: one");
    }

    @Test
    void mistakesOfReadingAreNamed() throws Exception {
        file("a", "one\n");
        assertThat(read(path("a").with("offset", 0))).isEqualTo("offset must be a 1-indexed line number");
        assertThat(read(path("a").with("limit", 0))).isEqualTo("limit must be greater than zero");
        assertThat(read(path("a").with("offset", 2))).isEqualTo("offset exceeds file length");
        assertThat(read(path("b"))).isEqualTo("failed to read file: No such file or directory (os error 2)");
        assertThat(read(path("."))).isEqualTo("failed to read file: Is a directory (os error 21)");
        assertThat(read(path("/dev/zero"))).startsWith("failed to read file: `/dev/zero` is hidden from the agent");
        assertThat(read(path("a\0b"))).isEqualTo("invalid path: Nul character not allowed");
        assertThat(read(path("a").with("limit", Long.MAX_VALUE))).isEqualTo("L1: one");
        assertThat(run("list_dir", Json.object().with("dir_path", ".").with("limit", Long.MAX_VALUE)))
                .endsWith("\na");
        assertThat(read(Json.object()))
                .isEqualTo("failed to parse function arguments: missing field `file_path` at line 1 column 2");
    }

    @Test
    void longLinesBytesAndFilesAreBounded() throws Exception {
        file("long", "é".repeat(5000) + "\nnext\n");
        assertThat(read(path("long"))).isEqualTo("L1: " + "é".repeat(500) + "\nL2: next");
        Files.write(toolEnvironment.cwd().resolve("latin"), "caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read(path("latin"))).isEqualTo("L1: caf\ufffd");
        Files.write(toolEnvironment.cwd().resolve("blob"), new byte[] {1, 0, 2});
        assertThat(read(path("blob"))).startsWith("not a text file");
        toolEnvironment = Places.in(folder, new OutputLimits(100, Duration.ofSeconds(5)));
        file("many", "0123456789\n".repeat(2000));
        assertThat(read(path("many"))).hasSizeLessThan(500).contains("tokens truncated");
    }

    @Test
    void aFolderIsListedByLevels() throws Exception {
        file("b/inner/deep.txt", "");
        file("a.txt", "");
        file(".gitignore", "target/\n");
        file("target/classes/x", "");
        Files.createDirectory(toolEnvironment.cwd().resolve(".git"));
        Files.createSymbolicLink(toolEnvironment.cwd().resolve("link"), Path.of("a.txt"));
        assertThat(run("list_dir", Json.object().with("dir_path", ".")))
                .isEqualTo("Absolute path: " + toolEnvironment.cwd()
                        + "\n.git/\n.gitignore\na.txt\nb/\n  inner/\nlink@\ntarget/");
        assertThat(run(
                        "list_dir",
                        Json.object().with("dir_path", ".").with("limit", 2).with("offset", 3)))
                .isEqualTo("Absolute path: " + toolEnvironment.cwd() + "\na.txt\nb/\nMore than 2 entries found");
        assertThat(run("list_dir", Json.object().with("dir_path", ".").with("depth", 3)))
                .contains("    deep.txt");
        assertThat(run("list_dir", Json.object().with("dir_path", ".").with("offset", 99)))
                .isEqualTo("offset exceeds directory entry count");
        assertThat(run("list_dir", Json.object().with("dir_path", "no")))
                .isEqualTo("failed to read directory: No such file or directory (os error 2)");
    }

    private String grep(String pattern, String include) throws InterruptedException {
        var arguments = Json.object().with("pattern", pattern);
        return run("grep_files", include.isEmpty() ? arguments : arguments.with("include", include));
    }

    @Test
    void matchesAreFoundTheNewestFirst() throws Exception {
        Files.createDirectory(toolEnvironment.cwd().resolve(".git"));
        file(".gitignore", "*.log\n!keep.log\n/build\n");
        Files.setLastModifiedTime(file("old.txt", "needle\n"), FileTime.fromMillis(1000));
        Files.setLastModifiedTime(file("new.java", "a\nb needle"), FileTime.fromMillis(3000));
        Files.setLastModifiedTime(file("sub/keep.log", "needle"), FileTime.fromMillis(2000));
        file("x.log", "needle");
        file("build/y.txt", "needle");
        file(".hidden", "needle");
        Files.write(toolEnvironment.cwd().resolve("blob"), "needle\0".getBytes(StandardCharsets.UTF_8));
        var cwd = toolEnvironment.cwd();
        assertThat(grep("ne+dle", ""))
                .isEqualTo(
                        cwd.resolve("new.java") + "\n" + cwd.resolve("sub/keep.log") + "\n" + cwd.resolve("old.txt"));
        assertThat(grep("needle", "*.{java,kt}"))
                .isEqualTo(cwd.resolve("new.java").toString());
        assertThat(grep("^needle$", "*.txt")).isEqualTo(cwd.resolve("old.txt").toString());
        assertThat(grep("nowhere", "")).isEqualTo("No matches found.");
        assertThat(grep(" ", "")).isEqualTo("pattern must not be empty");
        assertThat(grep("(", "")).startsWith("regex parse error: ");
        assertThat(run("grep_files", Json.object().with("pattern", "x").with("path", "no")))
                .isEqualTo("unable to access `" + cwd.resolve("no") + "`: No such file or directory (os error 2)");
    }

    @Test
    void aSearchCanBeInterrupted() throws Exception {
        file("evil", "a".repeat(60) + "!\n");
        var search = Thread.ofVirtual().start(() -> {
            try {
                grep("^(a+)+$", "");
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        search.interrupt();
        assertThat(search.join(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void ripgrepIsAskedWhereItIs() throws Exception {
        var bin = Files.createDirectory(folder.resolve("bin"));
        var rg = Files.writeString(bin.resolve("rg"), "#!/bin/sh\nprintf '%s\\n' \"$PWD/found\" \"$*\"\n");
        Files.setPosixFilePermissions(rg, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(grepBy(rg, Json.object().with("pattern", "x").with("include", "*.c")))
                .startsWith(toolEnvironment.cwd().resolve("found") + "\n")
                .contains("--files-with-matches --sortr=modified --regexp x --no-messages --glob *.c -- ");
    }

    @Test
    void aPictureIsKnownByItsBytes() throws Exception {
        var png = new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1, 2, 3};
        var path = Files.write(toolEnvironment.cwd().resolve("picture.txt"), png);
        var call = Places.call("c", "view_image", "{\"path\":\"picture.txt\"}");
        var outcome = new ViewImage(toolEnvironment, AccessMap.of(toolEnvironment.confinement()))
                .run(call, RunMode.CONFINED, _ -> {});
        assertThat(outcome.detail())
                .isEqualTo(new Detail.Picture(path.toString(), "data:image/png;base64,iVBORw0KGgoBAgM="));
        assertThat(run("view_image", Json.object().with("path", "no")))
                .isEqualTo("unable to locate image at `" + toolEnvironment.cwd().resolve("no")
                        + "`: No such file or directory (os error 2)");
        assertThat(run("view_image", Json.object().with("path", ".")))
                .isEqualTo("image path `" + toolEnvironment.cwd() + "` is not a file");
        file("text.png", "hello");
        assertThat(run("view_image", Json.object().with("path", "text.png"))).startsWith("unsupported image at ");
    }

    @Test
    void aPlanIsWrittenDown() throws Exception {
        var plan = "{\"explanation\":\"why\",\"plan\":[{\"step\":\"a\",\"status\":\"completed\"},"
                + "{\"step\":\"b\",\"status\":\"in_progress\"},{\"step\":\"c\",\"status\":\"pending\"}]}";
        var call = Places.call("c", "update_plan", plan);
        var outcome = new UpdatePlan().run(call, RunMode.CONFINED, _ -> {});
        assertThat(outcome.text()).isEqualTo("Plan updated");
        assertThat(outcome.detail())
                .isEqualTo(new Detail.Plan(
                        "why",
                        List.of(
                                new Detail.PlanStep("a", Detail.PlanStep.Progress.COMPLETED),
                                new Detail.PlanStep("b", Detail.PlanStep.Progress.IN_PROGRESS),
                                new Detail.PlanStep("c", Detail.PlanStep.Progress.PENDING))));
        assertThat(new UpdatePlan().preview(call)).isEqualTo(outcome.detail());
        assertThat(run(
                        "update_plan",
                        Json.object().with("plan", Json.array(List.of())).with("x", 1)))
                .isEqualTo("failed to parse function arguments: unknown field `x`, expected `explanation` or `plan`");
        assertThat(run("update_plan", Json.object())).contains("missing field `plan`");
        var odd = Json.parse("{\"plan\":[{\"step\":\"a\",\"status\":\"done\"}]}");
        assertThat(run("update_plan", (Json.Obj) odd))
                .isEqualTo("failed to parse function arguments: unknown variant `done`, "
                        + "expected one of `pending`, `in_progress`, `completed`");
    }

    @Test
    void failuresAreMarkedAsSuch() throws Exception {
        var call = Places.call("c", "read_file", "{}");
        assertThat(new ReadFile(toolEnvironment, AccessMap.of(toolEnvironment.confinement()))
                        .run(call, RunMode.CONFINED, _ -> {})
                        .answer())
                .isEqualTo(CallOutcome.FAILED);
    }
}
