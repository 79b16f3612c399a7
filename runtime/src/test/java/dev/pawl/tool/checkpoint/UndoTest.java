package dev.pawl.tool.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.host.Toolbox;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Undo with the real git, real commands and real files.
class UndoTest {
    @TempDir
    private Path folder;

    private Path work;
    private Checkpoints checkpoints;
    private final List<String> notes = new ArrayList<>();
    private int calls;

    @BeforeEach
    void makeAWorkspace() throws IOException {
        work = Files.createDirectories(folder.resolve("work")).toRealPath();
        checkpoints = checkpoints(Map.of("PATH", System.getenv("PATH"), "HOME", "/nonexistent"));
    }

    private Checkpoints checkpoints(Map<String, String> variables) {
        return new Checkpoints(folder.resolve("home"), means(variables));
    }

    private Checkpoints.Services means(Map<String, String> variables) {
        return new Checkpoints.Services(
                variables,
                folders -> AccessMap.of(Confinement.project(folders.getFirst())),
                () -> Instant.EPOCH,
                notes::add);
    }

    /// A process that was stopped while it took a picture keeps the store's lock for ever.
    @Test
    void aStoreThatAnotherProcessKeepsDoesNotHoldTheTurn() throws Exception {
        agent("t1", "echo one > a");
        Path file;
        try (var made = Files.walk(folder.resolve("home"))) {
            file = made.filter(path -> path.endsWith("lock")).findFirst().orElseThrow();
        }
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "Java locks as fcntl does; python3 is not there");
        var holder = new ProcessBuilder("python3", "-c", """
                import fcntl, sys, time
                f = open(sys.argv[1], "w")
                fcntl.lockf(f, fcntl.LOCK_EX)
                print("held", flush=True)
                time.sleep(600)
                """, file.toString()).start();
        try (var said = holder.inputReader()) {
            assertThat(said.readLine()).isEqualTo("held");
            var began = System.nanoTime();
            agent("t2", "echo two > a");
            agent("t3", "echo three > b");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(9));
        } finally {
            holder.destroyForcibly().waitFor();
        }
        assertThat(work.resolve("b")).hasContent("three");
        assertThat(notes).singleElement().asString().contains("another process keeps the pictures");
        agent("t4", "echo four > b");
        assertThat(notes).hasSize(1);
    }

    /// The agent runs a command in a turn of a thread.
    private void agent(String turn, String command) throws Exception {
        agent(checkpoints, turn, command);
    }

    private void agent(Checkpoints kept, String turn, String command) throws Exception {
        var toolEnvironment = Places.free(folder);
        var tools = Toolbox.of(toolEnvironment, Places.terminals(toolEnvironment));
        var tool =
                kept.of("thread", turn, work).watched(tools.find("exec_command").orElseThrow());
        var arguments = Json.object().with("cmd", command).write();
        tool.run(Places.call("call" + calls++, "exec_command", arguments), RunMode.FREE, _ -> {});
    }

    private Undo undo() throws IOException {
        return new Undo(checkpoints.workspace(work), () -> Instant.EPOCH);
    }

    private Undo.Done takeBackTheLast() throws Exception {
        var undo = undo();
        return undo.run(undo.propose(List.of(undo.latest(Optional.empty()).orElseThrow()), Undo.Scope.THEIR_OWN));
    }

    private Undo.Done takeBackTo(long id) throws Exception {
        var undo = undo();
        var first =
                undo.list().stream().filter(one -> one.id() == id).findFirst().orElseThrow();
        return undo.run(undo.propose(undo.since(first), Undo.Scope.THEIR_OWN));
    }

    private void write(String name, String text) throws IOException {
        var file = work.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void aPipeThatGitWouldReadHoldsNoCall() throws Exception {
        write("sub/file", "x");
        var since = System.nanoTime();
        agent("turn", "mkfifo sub/.gitignore");
        assertThat(java.time.Duration.ofNanos(System.nanoTime() - since)).isLessThan(java.time.Duration.ofSeconds(60));
        assertThat(notes).anyMatch(note -> note.contains("waits for a file that gives nothing"));
    }

    /// Every path below a folder with its kind, its bytes and its permissions.
    private static Map<String, String> everything(Path root) throws IOException {
        var all = new TreeMap<String, String>();
        try (var walk = Files.walk(root)) {
            for (var path : (Iterable<Path>) walk::iterator) {
                var name = root.relativize(path).toString();
                if (Files.isSymbolicLink(path)) all.put(name, "-> " + Files.readSymbolicLink(path));
                else if (Files.isRegularFile(path)) {
                    all.put(
                            name,
                            Files.getPosixFilePermissions(path)
                                    + new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1));
                } else all.put(name, "folder");
            }
        }
        return all;
    }

    private String git(String... words) throws Exception {
        var line = new ArrayList<>(List.of("git", "-c", "user.name=u", "-c", "user.email=u@example.org"));
        line.addAll(List.of(words));
        var builder = new ProcessBuilder(line).directory(work.toFile()).redirectErrorStream(true);
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    @Test
    void takesBackEditsNewFilesDeletionsModesAndLinks() throws Exception {
        write("a.txt", "one\n");
        write("gone/deep.txt", "deep");
        write("run.sh", "echo\n");
        work.resolve("run.sh").toFile().setExecutable(true, false);
        Files.createSymbolicLink(work.resolve("link"), Path.of("a.txt"));
        write("crlf.txt", "a\r\nb\r\n");
        write(".gitattributes", "* text=auto eol=lf\n*.txt ident filter=evil working-tree-encoding=UTF-16\n");
        var before = everything(work);

        agent(
                "t1",
                "echo two > a.txt; rm -r gone; mkdir -p new/er; echo n > new/er/f; chmod -x run.sh; rm link;"
                        + " ln -s /etc link; printf 'x\\n' > crlf.txt; mv .gitattributes moved");
        var after = everything(work);
        var done = takeBackTheLast();

        assertThat(everything(work)).isEqualTo(before);
        assertThat(done.kept()).isEmpty();
        takeBackTo(done.checkpoint());
        assertThat(everything(work)).isEqualTo(after);
        assertThat(notes).isEmpty();
    }

    @Test
    void keepsWhatTheUserChangedMeanwhile() throws Exception {
        write("a", "1");
        write("b", "1");
        agent("t1", "echo 2 > a; echo 2 > b; echo 2 > c");
        write("b", "the user's");
        write("mine", "also");
        var done = takeBackTheLast();
        assertThat(done.restored()).containsExactlyInAnyOrder("a", "c");
        assertThat(done.kept()).containsExactly("b");
        assertThat(work.resolve("a")).hasContent("1");
        assertThat(work.resolve("b")).hasContent("the user's");
        assertThat(work.resolve("mine")).hasContent("also");
        assertThat(work.resolve("c")).doesNotExist();
    }

    @Test
    void whatTheUserWritesBetweenTwoCallsOfATurnIsTheirs() throws Exception {
        write("a", "1");
        agent("t1", "echo 2 > a");
        write("mine", "user");
        agent("t1", "echo 3 > b");
        assertThat(takeBackTheLast().restored()).containsExactlyInAnyOrder("a", "b");
        assertThat(work.resolve("mine")).hasContent("user");
    }

    @Test
    void goesBackSeveralTurnsAndForthAgain() throws Exception {
        write("a", "0");
        agent("t1", "echo 1 > a");
        agent("t2", "echo 2 > a; echo x > b");
        agent("t3", "rm b; echo 3 > c");
        var after = everything(work);
        var first = undo().list().getFirst().id();
        var done = takeBackTo(first);
        assertThat(everything(work)).containsOnlyKeys("", "a");
        assertThat(work.resolve("a")).hasContent("0");
        takeBackTo(done.checkpoint());
        assertThat(everything(work)).isEqualTo(after);
        assertThat(undo().latest(Optional.empty()).orElseThrow().turn()).isEqualTo("t3");
    }

    @Test
    void twoUndosTakeBackTwoTurns() throws Exception {
        write("a", "0");
        agent("t1", "echo 1 > a");
        agent("t2", "echo 2 > b");
        takeBackTheLast();
        assertThat(work.resolve("b")).doesNotExist();
        takeBackTheLast();
        assertThat(work.resolve("a")).hasContent("0");
        assertThat(undo().latest(Optional.empty())).isEmpty();
    }

    @Test
    void theUsersRepositoryIsNotTouched() throws Exception {
        git("init", "-q");
        write("a", "1");
        write(".gitignore", "ignored\n");
        write("ignored", "build");
        git("add", "a");
        git("commit", "-qm", "first");
        write("a", "staged");
        git("add", "a");
        git("update-index", "--assume-unchanged", ".gitignore");
        git("stash", "list");
        write(".git/hooks/post-checkout", "#!/bin/sh\ntouch " + folder + "/hooked\n");
        work.resolve(".git/hooks/post-checkout").toFile().setExecutable(true);
        git("config", "core.fsmonitor", "touch " + folder + "/hooked");
        git("config", "core.hooksPath", ".git/hooks");
        git("config", "filter.evil.clean", "touch " + folder + "/hooked");
        write(".gitattributes", "* filter=evil\n");
        var before = everything(work.resolve(".git"));

        agent("t1", "echo 2 > a; echo 3 > ignored; echo 4 > .gitignore");
        takeBackTheLast();

        assertThat(everything(work.resolve(".git"))).isEqualTo(before);
        assertThat(work.resolve("a")).hasContent("staged");
        assertThat(work.resolve(".gitignore")).hasContent("ignored\n");
        assertThat(work.resolve("ignored")).hasContent("3");
        assertThat(folder.resolve("hooked")).doesNotExist();
    }

    @Test
    void largeFilesAndInnerRepositoriesAreLeftOutAndSaid() throws Exception {
        Files.write(work.resolve("big"), new byte[(int) CheckpointStore.LARGEST_FILE + 1]);
        Files.createDirectories(work.resolve("inner"));
        git("init", "-q", "inner");
        write("inner/f", "1");
        git("-C", "inner", "add", "f");
        git("-C", "inner", "commit", "-qm", "x");
        agent("t1", "echo 1 > a; echo 2 > inner/f; echo 3 >> big");
        var kept = undo().list().getFirst();
        assertThat(kept.left()).containsExactlyInAnyOrder("big (8 MiB)", "inner/ (a repository of its own)");
        assertThat(takeBackTheLast().restored()).containsExactly("a");
    }

    @Test
    void aCommandThatChangesNothingLeavesNoCheckpoint() throws Exception {
        write("a", "1");
        agent("t1", "cat a");
        assertThat(undo().list()).isEmpty();
    }

    @Test
    void withoutGitTheTurnGoesOnAndItIsSaidOnce() throws Exception {
        var without = new Checkpoints(folder.resolve("home"), means(Map.of()), _ -> {
            throw new NoCheckpoint("git is not on the PATH");
        });
        agent(without, "t1", "echo 1 > a");
        agent(without, "t1", "echo 2 > a");
        assertThat(work.resolve("a")).hasContent("2");
        assertThat(notes).hasSize(1).first().asString().contains("git is not on the PATH");
    }

    @Test
    void aGitThatTheAgentPlantedIsNotRun() throws Exception {
        var bin = Files.createDirectories(work.resolve("node_modules/.bin"));
        Files.writeString(bin.resolve("git"), "#!/bin/sh\necho ran > " + folder.resolve("canary") + "\n");
        assertThat(bin.resolve("git").toFile().setExecutable(true)).isTrue();
        var planted = checkpoints(Map.of("PATH", bin + ":/usr/bin:/bin", "HOME", "/nonexistent"));
        agent(planted, "t1", "echo 1 > a");
        takeBackTheLast();
        assertThat(work.resolve("a")).doesNotExist();
        assertThat(folder.resolve("canary")).doesNotExist();
    }

    @Test
    void aHomeFolderIsNoWorkspace() {
        var home = checkpoints(Map.of("PATH", System.getenv("PATH"), "HOME", work.toString()));
        assertThatThrownBy(() -> home.workspace(work)).isInstanceOf(NoCheckpoint.class);
        assertThatThrownBy(() -> home.workspace(Path.of("/"))).isInstanceOf(NoCheckpoint.class);
    }

    @Test
    void aCrashInACallIsSettledByTheNextWorker() throws Exception {
        write("a", "1");
        var workspace = checkpoints.workspace(work);
        // As a process that was killed in the middle leaves it.
        workspace.alone(() -> {
            var begun = Checkpoint.begun(workspace.files().next(), Checkpoint.Kind.TURN, "thread", "t1", Instant.EPOCH);
            workspace.files().write(begun.opened(workspace.picture()));
            return begun;
        });
        write("a", "half done");
        Files.move(workspace.index(), workspace.index().resolveSibling("scratch-99999999"));
        assertThat(undo().propose(undo().list(), Undo.Scope.THEIR_OWN).plan().isEmpty())
                .isTrue();
        assertThat(undo().propose(undo().list(), Undo.Scope.ALL).plan().fates()).containsOnlyKeys("a");

        checkpoints.of("thread", "t1", work).settle();
        takeBackTheLast();
        assertThat(work.resolve("a")).hasContent("1");
    }

    @Test
    void anUndoThatIsCutOffCanBeBegunAgain() throws Exception {
        write("a", "1");
        write("b", "1");
        agent("t1", "echo 2 > a; echo 2 > b");
        var undo = undo();
        var proposal = undo.propose(undo.list(), Undo.Scope.THEIR_OWN);
        // One file was restored when the process died.
        write("a", "1");
        var done = undo.run(proposal);
        assertThat(done.kept()).containsExactly("a");
        assertThat(work.resolve("a")).hasContent("1");
        assertThat(work.resolve("b")).hasContent("1");
    }

    @Test
    void nothingIsWrittenThroughALink() throws Exception {
        var outside = Files.createDirectories(folder.resolve("outside"));
        write("dir/f", "1");
        agent("t1", "rm -r dir; ln -s " + outside + " dir");
        var undo = undo();
        var shown = undo.propose(undo.list(), Undo.Scope.THEIR_OWN);
        undo.run(shown);
        assertThat(outside).isEmptyDirectory();
        assertThat(Files.isSymbolicLink(work.resolve("dir"))).isFalse();
        assertThat(Files.isDirectory(work.resolve("dir"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertThat(work.resolve("dir/f")).hasContent("1");
    }

    @Test
    void aFolderThatBecameAFileAndAFileThatBecameAFolderComeBack() throws Exception {
        write("dir/a", "1");
        write("dir/b/c", "1");
        write("file", "1");
        var before = everything(work);
        agent("t1", "rm -r dir file; echo 2 > dir; mkdir -p file/x; echo 2 > file/x/y");
        takeBackTheLast();
        assertThat(everything(work)).isEqualTo(before);
    }

    @Test
    void strangeNamesComeBack() throws Exception {
        for (var name : List.of("a b", "ü", "-x", "new\nline", ":(top)x", "git~1", "*", "日本")) write(name, "1");
        var before = everything(work);
        agent("t1", "rm -- *");
        takeBackTheLast();
        assertThat(everything(work)).isEqualTo(before);
    }

    @Test
    void manyWorkersShareAWorkspace() throws Exception {
        write("a", "1");
        var threads = new ArrayList<Thread>();
        var failures = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            var name = "t" + i;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    agent(name, "echo 1 > " + name);
                } catch (Exception broken) {
                    synchronized (failures) {
                        failures.add(broken.toString());
                    }
                }
            }));
        }
        for (var thread : threads) thread.join();
        assertThat(failures).isEmpty();
        assertThat(notes).isEmpty();
        takeBackTo(undo().list().getFirst().id());
        assertThat(everything(work)).containsOnlyKeys("", "a");
    }

    @Test
    void aCallThatChangesNothingStartsNoGit() throws Exception {
        var log = folder.resolve("git.log");
        var bin = Files.createDirectories(folder.resolve("bin"));
        var real = System.getenv("PATH");
        Files.writeString(bin.resolve("git"), "#!/bin/sh\necho x >> " + log + "\nPATH=" + real + " exec git \"$@\"\n");
        assertThat(bin.resolve("git").toFile().setExecutable(true)).isTrue();
        var counted = new Checkpoints(folder.resolve("home"), means(Map.of()), _ -> bin.resolve("git"));
        write("a.txt", "one");
        settled();
        agent(counted, "t1", "true");
        var after = Files.readAllLines(log).size();
        agent(counted, "t1", "true");
        agent(counted, "t1", "cat a.txt");
        assertThat(Files.readAllLines(log)).hasSize(after);
        agent(counted, "t1", "printf two > a.txt"); // as long as before
        assertThat(Files.readAllLines(log).size()).isGreaterThan(after);
        takeBackTheLast();
        assertThat(work.resolve("a.txt")).hasContent("one");
    }

    /// Until what was written is old enough to be told from what is written next.
    private void settled() throws IOException {
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!Glance.at(work, _ -> false)
                .orElseThrow()
                .isSame(Glance.at(work, _ -> false).orElseThrow())) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.onSpinWait();
        }
    }
}
