package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool.Outcome;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("StringConcatToTextBlock") // each line of an expected answer beside its end
class ApplyPatchTest {
    private static final String FAILED = "apply_patch verification failed: ";

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    private Path file(String name) {
        return toolEnvironment.cwd().resolve(name);
    }

    private Path file(String name, String contents) throws IOException {
        Files.createDirectories(file(name).getParent());
        return Files.writeString(file(name), contents);
    }

    private Outcome.Done run(String hunks) throws InterruptedException {
        return run("call", hunks);
    }

    private Outcome.Done run(String call, String hunks) throws InterruptedException {
        var patch = "*** Begin Patch\n" + hunks + "*** End Patch\n";
        return new ApplyPatch(toolEnvironment)
                .run(Places.freeform(call, "apply_patch", patch), RunMode.CONFINED, _ -> {});
    }

    private void refuses(String hunks, String complaint) throws Exception {
        var before = everything();
        var outcome = run(hunks);
        assertThat(outcome.text()).isEqualTo(complaint);
        assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(outcome.detail()).isEqualTo(new Detail.Nothing());
        assertThat(everything()).isEqualTo(before);
    }

    /// All files of the toolEnvironment and around it, except Pawl's own notes.
    private Map<String, String> everything() throws IOException {
        var all = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var path : files.toList()) {
                if (path.startsWith(toolEnvironment.home())) continue;
                var name = folder.relativize(path).toString();
                if (Files.isSymbolicLink(path)) all.put(name, "-> " + Files.readSymbolicLink(path));
                else if (Files.isRegularFile(path))
                    all.put(name, new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
                else all.put(name, "");
            }
        }
        return all;
    }

    @Test
    void filesAreAddedChangedMovedAndDeleted() throws Exception {
        file("change.txt", "one\ntwo\n");
        file("old/move.txt", "x\n");
        file("delete.txt", "gone\n");
        var outcome = run("*** Delete File: delete.txt\n*** Update File: change.txt\n@@\n one\n-two\n+three\n"
                + "*** Update File: old/move.txt\n*** Move to: new/dir/moved.txt\n@@\n-x\n+y\n"
                + "*** Add File: deep/er/add.txt\n+hello\n");
        assertThat(outcome.answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(outcome.text())
                .matches("Exit code: 0\nWall time: [0-9.]+ seconds\nOutput:\n"
                        + "Success. Updated the following files:\nA deep/er/add.txt\nM change.txt\n"
                        + "M new/dir/moved.txt\nD delete.txt\n");
        assertThat(everything())
                .containsEntry("work/change.txt", "one\nthree\n")
                .containsEntry("work/new/dir/moved.txt", "y\n")
                .containsEntry("work/deep/er/add.txt", "hello\n")
                .containsEntry("work/old", "")
                .hasSize(10);
        assertThat(((Detail.Edits) outcome.detail()).changes())
                .containsExactly(
                        new FileChange(
                                file("delete.txt").toString(), FileChange.Kind.DELETE, "", "@@ -1 +0,0 @@\n-gone\n"),
                        new FileChange(
                                file("change.txt").toString(),
                                FileChange.Kind.UPDATE,
                                "",
                                "@@ -1,2 +1,2 @@\n one\n-two\n+three\n"),
                        new FileChange(
                                file("old/move.txt").toString(),
                                FileChange.Kind.UPDATE,
                                file("new/dir/moved.txt").toString(),
                                "@@ -1 +1 @@\n-x\n+y\n"),
                        new FileChange(
                                file("deep/er/add.txt").toString(),
                                FileChange.Kind.ADD,
                                "",
                                "@@ -0,0 +1 @@\n+hello\n"));
    }

    @Test
    void whatIsAddedOrMovedReplacesWhatIsThere() throws Exception {
        file("a", "old\n");
        file("b", "old\n");
        file("c", "one\n");
        assertThat(run("*** Add File: a\n+new\n*** Update File: c\n*** Move to: b\n-one\n+two\n")
                        .text())
                .endsWith("A a\nM b\n");
        assertThat(everything())
                .containsEntry("work/a", "new\n")
                .containsEntry("work/b", "two\n")
                .doesNotContainKey("work/c");
        assertThat(run("again", "*** Update File: b\n*** Move to: ./b\n-two\n+three\n")
                        .answer())
                .as("onto itself")
                .isEqualTo(CallOutcome.SUCCESS);
        assertThat(file("b")).hasContent("three");
    }

    @Test
    void theFunctionFormAndThePreviewAgreeWithTheFreeform() throws Exception {
        file("a", "x\n");
        var arguments = Json.object()
                .with("input", "*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch")
                .write();
        var tool = new ApplyPatch(toolEnvironment);
        var call = Places.call("c", "apply_patch", arguments);
        var preview = tool.preview(call);
        assertThat(Files.readString(file("a"))).isEqualTo("x\n");
        assertThat(tool.run(call, RunMode.CONFINED, _ -> {}).detail()).isEqualTo(preview);
        assertThat(Files.readString(file("a"))).isEqualTo("y\n");
        assertThat(tool.run(Places.call("d", "apply_patch", "{}"), RunMode.CONFINED, _ -> {})
                        .text())
                .isEqualTo("failed to parse function arguments: missing field `input` at line 1 column 2");
    }

    @Test
    void oneBadHunkLeavesEveryFileAsItWas() throws Exception {
        file("a", "x\n");
        refuses(
                "*** Add File: new\n+x\n*** Update File: a\n@@\n-x\n+y\n*** Delete File: missing\n",
                FAILED + "Failed to delete file " + file("missing"));
        refuses(
                "*** Add File: new\n+x\n*** Update File: b\n@@\n-x\n+y\n",
                FAILED + "Failed to read file to update " + file("b") + ": No such file or directory (os error 2)");
        refuses(
                "*** Add File: new\n+x\n*** Update File: a\n@@\n-y\n+z\n",
                FAILED + "Failed to find expected lines in " + file("a") + ":\ny");
        refuses(
                "*** Add File: new\n+x\n*** Add File: ./new\n+y\n",
                FAILED + "multiple operations target " + file("new"));
        refuses(
                "*** Frobnicate File: new\n",
                FAILED + "invalid hunk at line 2, '*** Frobnicate File: new' is not a valid"
                        + " hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}',"
                        + " '*** Update File: {path}'");
        refuses("", "patch rejected: empty patch");
    }

    @Test
    void foldersAreNoFiles() throws Exception {
        Files.createDirectories(file("dir/sub"));
        refuses("*** Delete File: dir\n", FAILED + "Failed to delete file " + file("dir"));
        refuses(
                "*** Add File: dir\n+x\n",
                FAILED + "Failed to write file " + file("dir") + ": Is a directory (os error 21)");
        refuses(
                "*** Update File: dir\n+x\n",
                FAILED + "Failed to read file to update " + file("dir") + ": Is a directory (os error 21)");
        file("plain", "x");
        refuses(
                "*** Add File: plain/below\n+x\n",
                FAILED + "Failed to write file " + file("plain/below") + ": Not a directory (os error 20)");
    }

    @Test
    void nothingIsWrittenOutsideTheRoots() throws Exception {
        var outside = "patch rejected: writing outside of the project; rejected by user approval settings";
        refuses("*** Add File: ../out.txt\n+x\n", outside);
        refuses("*** Add File: /tmp/pawl-never.txt\n+x\n", outside);
        refuses("*** Add File: " + toolEnvironment.cwd() + "-evil/x\n+x\n", outside);
        file("a", "x\n");
        refuses("*** Update File: a\n*** Move to: ../b\n@@\n-x\n+y\n", outside);
        assertThat(run("*** Add File: sub/../" + "in.txt\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(run("c2", "*** Add File: " + file("abs.txt") + "\n+x\n").answer())
                .isEqualTo(CallOutcome.SUCCESS);
    }

    @Test
    void whatSteersLaterRunsIsProtected() throws Exception {
        for (var path : List.of(".git/hooks/x", "AGENTS.md", ".codex/config.toml", ".mcp.json", ".GIT/config"))
            assertThat(run("*** Add File: " + path + "\n+x\n").text()).contains("is protected");
        assertThat(run("d", "*** Add File: src/AGENTS.md\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(toolEnvironment.cwd().resolve(".git")).doesNotExist();
        toolEnvironment = toolEnvironment.with(Confinement.none());
        assertThat(run("e", "*** Add File: AGENTS.md\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
    }

    @Test
    void inReadOnlyModeNothingIsWritten() throws Exception {
        toolEnvironment = toolEnvironment.with(new Confinement(
                ApprovalContext.Mode.READ_ONLY, List.of(toolEnvironment.cwd()), List.of(), List.of(), Network.OFF));
        assertThat(run("*** Add File: x\n+x\n").text()).contains("blocked by read-only sandbox");
        assertThat(toolEnvironment.cwd().resolve("x")).doesNotExist();
    }

    @Test
    void aFurtherRootMayBeWritten() throws Exception {
        var other = Files.createDirectory(folder.resolve("other"));
        toolEnvironment = toolEnvironment.with(new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                List.of(toolEnvironment.cwd(), other),
                List.of(),
                List.of(),
                Network.OFF));
        assertThat(run("*** Add File: ../other/x/y.txt\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(other.resolve("x/y.txt")).hasContent("x");
    }

    @Test
    void linksAreNeverFollowed() throws Exception {
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "s\n");
        Files.createSymbolicLink(file("leaf"), outside.resolve("secret"));
        Files.createSymbolicLink(file("dangling"), outside.resolve("nothing"));
        Files.createSymbolicLink(file("dir"), outside);
        Files.createSymbolicLink(file("proc"), Path.of("/proc/self"));
        var link = ": refusing to follow a symbolic link";
        refuses("*** Update File: leaf\n@@\n-s\n+t\n", FAILED + "Failed to read file to update " + file("leaf") + link);
        refuses("*** Add File: leaf\n+t\n", FAILED + "Failed to write file " + file("leaf") + link);
        refuses("*** Add File: dangling\n+t\n", FAILED + "Failed to write file " + file("dangling") + link);
        refuses("*** Delete File: leaf\n", FAILED + "Failed to delete file " + file("leaf"));
        for (var path : List.of("dir/secret", "dir/new", "dir/deep/new", "proc/x")) {
            assertThat(run("*** Add File: " + path + "\n+t\n").text()).startsWith(FAILED + "Failed to write file ");
        }
        file("a", "x\n");
        assertThat(run("*** Update File: a\n*** Move to: dir/b\n@@\n-x\n+y\n").answer())
                .isEqualTo(CallOutcome.FAILED);
        assertThat(outside.resolve("secret")).hasContent("s");
        assertThat(outside).isDirectoryNotContaining("glob:**{new,deep,b,nothing}");
    }

    @Test
    void aLinkThatIsSwappedInMeanwhileIsNotFollowed() throws Exception {
        var outside = Files.createDirectories(folder.resolve("outside"));
        var swapped = file("dir");
        var stop = new AtomicBoolean();
        var lost = new AtomicInteger();
        var racer = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                try {
                    Files.createDirectories(swapped);
                    Files.move(swapped, file("dir-" + System.nanoTime()));
                    Files.createSymbolicLink(swapped, outside);
                    Files.delete(swapped);
                } catch (IOException lostThisRound) {
                    lost.incrementAndGet();
                }
            }
        });
        for (var i = 0; i < 400; i++) {
            run("race" + i, "*** Add File: dir/deep/f" + i + "\n+x\n");
        }
        stop.set(true);
        racer.join();
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void aPathThatCannotBeIsToldSo() throws Exception {
        refuses("*** Add File: a\0b\n+x\n", FAILED + "invalid path: Nul character not allowed");
    }

    @Test
    void aWorkingFolderBehindALinkWorks() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link"), toolEnvironment.cwd());
        var real = toolEnvironment.cwd();
        toolEnvironment = new ToolEnvironment(
                toolEnvironment.thread(),
                link,
                Confinement.project(link),
                toolEnvironment.home(),
                toolEnvironment.shell(),
                toolEnvironment.limits());
        assertThat(run("*** Add File: x\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(run("b", "*** Add File: " + real.resolve("y") + "\n+x\n").answer())
                .isEqualTo(CallOutcome.SUCCESS);
        assertThat(real.resolve("x")).exists();
    }

    @Test
    void aWorkingFolderBehindALinkWorksWithoutASandbox() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link"), toolEnvironment.cwd());
        var real = toolEnvironment.cwd();
        toolEnvironment = new ToolEnvironment(
                toolEnvironment.thread(),
                link,
                Confinement.none(),
                toolEnvironment.home(),
                toolEnvironment.shell(),
                toolEnvironment.limits());
        assertThat(run("*** Add File: x\n+x\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(real.resolve("x")).exists();
    }

    @Test
    void aHardLinkKeepsTheOtherNamesContents() throws Exception {
        var outside = Files.writeString(folder.resolve("outside.txt"), "x\n");
        Files.createLink(file("a"), outside);
        assertThat(run("*** Update File: a\n@@\n-x\n+y\n").answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(outside).hasContent("x");
    }

    @Test
    void whatIsNoPlainFileIsRefused() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", file("pipe").toString()).start().waitFor())
                .isZero();
        refuses(
                "*** Update File: pipe\n@@\n-x\n+y\n",
                FAILED + "Failed to read file to update " + file("pipe") + ": not a regular file");
    }

    @Test
    void modesAreKept() throws Exception {
        Files.setPosixFilePermissions(file("tool.sh", "x\n"), PosixFilePermissions.fromString("rwxr-x--x"));
        run("*** Update File: tool.sh\n*** Move to: moved.sh\n@@\n-x\n+y\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("moved.sh"))))
                .isEqualTo("rwxr-x--x");
    }

    @Test
    void aFileThatMayNotBeWrittenStays() throws Exception {
        Files.setPosixFilePermissions(file("a", "x\n"), PosixFilePermissions.fromString("r--r--r--"));
        if (Files.isWritable(file("a"))) {
            // Root may write everything: then the mode at least stays.
            run("*** Update File: a\n@@\n-x\n+y\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("a"))))
                    .isEqualTo("r--r--r--");
            return;
        }
        refuses(
                "*** Update File: a\n@@\n-x\n+y\n",
                FAILED + "Failed to write file " + file("a") + ": Permission denied (os error 13)");
    }

    @Test
    void bytesThatAreNoTextAreNotPatchedButCanBeDeleted() throws Exception {
        Files.write(file("blob"), new byte[] {'a', '\n', (byte) 0xff, 0, '\n'});
        refuses(
                "*** Update File: blob\n@@\n-a\n+b\n",
                FAILED + "Failed to read file to update " + file("blob") + ": stream did not contain valid UTF-8");
        var outcome = run("*** Delete File: blob\n");
        assertThat(((Detail.Edits) outcome.detail()).changes().getFirst().diff())
                .isEqualTo("Binary files differ\n");
        assertThat(file("blob")).doesNotExist();
    }

    @Test
    void anInterruptDoesNotCutAPatchShort() throws Exception {
        file("a", "x\n");
        Thread.currentThread().interrupt();
        try {
            run("*** Update File: a\n@@\n-x\n+y\n");
        } catch (InterruptedException expected) {
            assertThat(file("a")).hasContent("x");
            return;
        }
        throw new AssertionError("the interrupt was not noticed");
    }
}
