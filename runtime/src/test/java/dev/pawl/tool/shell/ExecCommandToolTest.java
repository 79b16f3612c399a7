package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool.Outcome;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.ApplyPatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("StringConcatToTextBlock") // each line of an expected answer beside its end
class ExecCommandToolTest {
    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.free(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.free(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    private Outcome.Done run(String command) throws InterruptedException {
        return run(Json.object().with("cmd", command));
    }

    private Outcome.Done run(Json.Obj arguments) throws InterruptedException {
        return tool().run(Places.call("call", "exec_command", arguments.write()), RunMode.FREE, _ -> {});
    }

    private ExecCommandTool tool() {
        return new ExecCommandTool(toolEnvironment, new ApplyPatch(toolEnvironment), Places.terminals(toolEnvironment));
    }

    private static Detail.Ran ran(Outcome.Done outcome) {
        return (Detail.Ran) outcome.detail();
    }

    @Test
    void aCommandIsToldInCodexsForm() throws InterruptedException {
        var outcome = run("echo hi; exit 3");
        assertThat(outcome.text())
                .matches("Chunk ID: [0-9a-f]{6}\nWall time: [0-9]+\\.[0-9]{4} seconds\n"
                        + "Process exited with code 3\nOriginal token count: 1\nOutput:\nhi\n");
        assertThat(outcome.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(ran(outcome).command()).isEqualTo("/bin/bash -lc 'echo hi; exit 3'");
        assertThat(ran(outcome).cwd()).isEqualTo(toolEnvironment.cwd().toString());
        assertThat(ran(outcome).exitCode()).isEqualTo(3);
        assertThat(ran(outcome).output()).isEqualTo("hi\n");
    }

    @Test
    void aCommandIsShownBeforeItRuns() {
        var call = Places.call("c", "exec_command", "{\"cmd\":\"cat src/app.js\",\"workdir\":\"sub\",\"login\":false}");
        assertThat(tool().preview(call))
                .isEqualTo(new Detail.Command(
                        "/bin/bash -c 'cat src/app.js'",
                        toolEnvironment.cwd().resolve("sub").toString()));
    }

    @Test
    void bothOutputsComeInTheOrderTheyWereWritten() throws InterruptedException {
        assertThat(ran(run("echo a; echo b >&2; echo c; echo d >&2")).output()).isEqualTo("a\nb\nc\nd\n");
    }

    @Test
    void outputIsHandedOnWhileTheCommandRuns() throws Exception {
        var pieces = new CopyOnWriteArrayList<String>();
        var flag = toolEnvironment.cwd().resolve("flag");
        var call = Places.call(
                "c",
                "exec_command",
                Json.object()
                        .with("cmd", "echo first; while [ ! -e flag ]; do :; done; echo second")
                        .write());
        var running = Thread.ofVirtual().start(() -> {
            try {
                tool().run(call, RunMode.FREE, pieces::add);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
        eventually("the first piece", () -> pieces.contains("first\n"));
        Files.createFile(flag);
        running.join();
        assertThat(String.join("", pieces)).isEqualTo("first\nsecond\n");
    }

    @Test
    void inputIsClosed() throws InterruptedException {
        assertThat(ran(run("cat; echo over")).output()).isEqualTo("over\n");
    }

    @Test
    void childrenSeeTheirOwnVariablesAndNoOthers() throws InterruptedException {
        var variables = ran(run(Json.object().with("cmd", "env").with("login", Json.of(false))))
                .output()
                .lines()
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
        assertThat(variables)
                .containsExactlyInAnyOrder(
                        "PATH",
                        "HOME",
                        "NO_COLOR",
                        "TERM",
                        "LANG",
                        "LC_CTYPE",
                        "LC_ALL",
                        "COLORTERM",
                        "PAGER",
                        "GIT_PAGER",
                        "GH_PAGER",
                        "CODEX_CI",
                        "PAWL_CALL_ID",
                        "PWD",
                        "SHLVL",
                        "_");
    }

    @Test
    void aFolderThatIsNotThereIsNamedInTheAnswer() throws InterruptedException {
        assertThat(run(Json.object().with("cmd", "true").with("workdir", "nowhere"))
                        .text())
                .isEqualTo("exec_command failed for `/bin/bash -lc true`: "
                        + "CreateProcess { message: \"No such file or directory (os error 2)\" }");
    }

    @Test
    void aShellThatIsNotThereExitsWith127() throws InterruptedException {
        assertThat(ran(run(Json.object().with("cmd", "true").with("shell", "/opt/homebrew/bin/mksh")))
                        .exitCode())
                .isEqualTo(127);
    }

    @Test
    void wrongArgumentsAreToldInCodexsWords() throws InterruptedException {
        assertThat(answer("{\"cmd\": \"echo hi\""))
                .isEqualTo("failed to parse function arguments: EOF while parsing an object at line 1 column 17");
        assertThat(answer("{\"command\":[\"echo\",\"hi\"]}"))
                .isEqualTo("failed to parse function arguments: missing field `cmd` at line 1 column 25");
        assertThat(answer("{\"cmd\":5}"))
                .isEqualTo("failed to parse function arguments: invalid type: integer `5`, expected a string");
        assertThat(tool().preview(Places.call("c", "exec_command", "{"))).isEqualTo(new Detail.Nothing());
    }

    @Test
    void oddValuesAreAnsweredNotThrown() throws InterruptedException {
        assertThat(answer("{\"cmd\":\"a\\u0000b\"}")).startsWith("exec_command failed for ");
        assertThat(answer("{\"cmd\":\"true\",\"workdir\":\"a\\u0000b\"}")).startsWith("invalid path: ");
        assertThat(answer("{\"cmd\":\"true\",\"shell\":\"a\\u0000b\"}")).startsWith("exec_command failed: ");
        assertThat(answer("{\"cmd\":\"true\",\"timeout_ms\":9223372036854775807}"))
                .contains("code 0");
        assertThat(answer("{\"cmd\":\"" + "x".repeat(200_000) + "\"}")).contains("Argument list too long");
    }

    private String answer(String arguments) throws InterruptedException {
        return tool().run(Places.call("c", "exec_command", arguments), RunMode.FREE, _ -> {})
                .text();
    }

    @Test
    void longOutputIsCutForTheModelAndKeptForPeople() throws InterruptedException {
        var outcome = run(Json.object().with("cmd", "seq 30000").with("max_output_tokens", 50));
        assertThat(outcome.text())
                .contains("Original token count: 42224\nOutput:\n"
                        + "Warning: truncated output (original token count: 42224)\n"
                        + "Total output lines: 30000\n\n1\n2\n")
                .contains("…42174 tokens truncated…")
                .endsWith("\n29999\n30000\n");
        assertThat(ran(outcome).output()).hasSize(168_894);
    }

    @Test
    void ofThreeMegabytesOneIsKept() throws InterruptedException {
        var output = ran(run("head -c 3000000 /dev/zero | tr '\\0' x")).output();
        assertThat(output).hasSize(1_048_607).contains("\n... 1951424 bytes omitted ...\n");
    }

    @Test
    void bytesThatAreNoTextAreReplaced() throws InterruptedException {
        assertThat(ran(run("printf 'a\\377b\\303\\244\\n'")).output()).isEqualTo("a�bä\n");
    }

    @Test
    void aProcessInTheBackgroundDoesNotHoldTheCall() throws InterruptedException {
        var outcome = run("sleep 1000 & echo started");
        assertThat(ran(outcome).output()).isEqualTo("started\n");
        assertThat(ran(outcome).millis()).isLessThan(10_000);
        new LeftBehind(toolEnvironment).end(new CallId("call"));
    }

    @Test
    void aProcessInTheBackgroundThatNeverStopsTalkingDoesNotHoldItEither() throws InterruptedException {
        assertThat(ran(run("yes & echo started")).exitCode()).isZero();
        new LeftBehind(toolEnvironment).end(new CallId("call"));
    }

    @Test
    void aCommandThatTakesTooLongIsEnded() throws InterruptedException {
        toolEnvironment = Places.withTimeout(folder, Duration.ofMillis(300));
        var outcome = run("echo before; sleep 1000; echo after");
        assertThat(ran(outcome).exitCode()).isEqualTo(124);
        assertThat(ran(outcome).output()).isEqualTo("command timed out after 300 milliseconds\nbefore\n");
        assertThat(outcome.text()).contains("Process exited with code 124\n");
    }

    @Test
    void aCommandThatClosesItsOutputIsStillWaitedFor() throws InterruptedException {
        toolEnvironment = Places.withTimeout(folder, Duration.ofSeconds(30));
        assertThat(ran(run("exec >&- 2>&-; while [ ! -e /proc/self ]; do :; done; exit 7"))
                        .exitCode())
                .isEqualTo(7);
        toolEnvironment = Places.withTimeout(folder, Duration.ofMillis(300));
        assertThat(ran(run("exec >&- 2>&-; sleep 1000")).exitCode()).isEqualTo(124);
    }

    @Test
    void aPatchInAHereDocumentNeverReachesAShell() throws Exception {
        Files.createDirectories(toolEnvironment.cwd().resolve("sub"));
        var outcome = run(
                "cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+$(id)\n*** End Patch\nEOF\n");
        assertThat(outcome.text())
                .matches("Exit code: 0\nWall time: [0-9.]+ seconds\nOutput:\n"
                        + "Success. Updated the following files:\nA a.txt\n");
        assertThat(outcome.detail()).isInstanceOf(Detail.Edits.class);
        assertThat(Files.readString(toolEnvironment.cwd().resolve("sub/a.txt"))).isEqualTo("$(id)\n");
    }

    @Test
    void aPatchWhereACommandBelongsIsRefused() throws InterruptedException {
        assertThat(run("*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch")
                        .text())
                .isEqualTo("apply_patch verification failed: patch detected without explicit call to apply_patch. "
                        + "Rerun as [\"apply_patch\", \"<patch>\"]");
        assertThat(toolEnvironment.cwd().resolve("a.txt")).doesNotExist();
    }

    @Test
    void theGroupIsOnRecordWhileTheCommandRuns() throws Exception {
        var notes = new CopyOnWriteArrayList<String>();
        var call = Places.call("c/1", "exec_command", "{\"cmd\":\"echo up; while [ ! -e flag ]; do :; done\"}");
        tool().run(call, RunMode.FREE, _ -> {
            notes.addAll(notes());
            create(toolEnvironment.cwd().resolve("flag"));
        });
        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst()).startsWith("thread.h-").endsWith(".command.json");
        assertThat(notes()).isEmpty();
    }

    private List<String> notes() {
        try (var files = Files.list(toolEnvironment.runFolder())) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
