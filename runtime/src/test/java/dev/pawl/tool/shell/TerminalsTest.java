package dev.pawl.tool.shell;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool.Outcome;
import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.tool.Judgement;
import dev.pawl.tool.Places;
import dev.pawl.tool.RedactingTool;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands that outlive their call, without a sandbox (`NONE`) and in both tiers of it.
@Tag("process")
class TerminalsTest {
    private static final Pattern KEPT_AS = Pattern.compile("Process running with session ID (\\d+)\n");

    @TempDir
    Path folder;

    /// What the calls that start commands show while those run.
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));
    private Terminals terminals = Places.terminals(toolEnvironment);

    private void open(Tier tier) throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd().resolve("sub"));
        if (tier == Tier.NONE) toolEnvironment = toolEnvironment.with(Confinement.none());
        terminals = new Terminals(Sandbox.of(toolEnvironment.runFolder(), tier));
    }

    @AfterEach
    void endAll() {
        terminals.close();
    }

    private Outcome.Done exec(String call, Json.Obj arguments) throws InterruptedException {
        return new ExecCommandTool(toolEnvironment, new ApplyPatch(toolEnvironment), terminals)
                .run(Places.call(call, "exec_command", arguments.write()), RunMode.CONFINED, seen::add);
    }

    private Outcome.Done write(int id, String keys, int wait) throws InterruptedException {
        var arguments = Json.object().with("session_id", id).with("chars", keys).with("yield_time_ms", wait);
        return new WriteStdin(toolEnvironment, terminals)
                .run(Places.call("w", "write_stdin", arguments.write()), RunMode.CONFINED, _ -> {});
    }

    private static int id(Outcome.Done outcome) {
        var kept = KEPT_AS.matcher(outcome.text());
        assertThat(kept.find()).as(outcome.text()).isTrue();
        return Integer.parseInt(kept.group(1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"NONE", "LANDLOCK"})
    void whatIsTypedIsACommandOfItsOwn(Tier tier) throws IOException, InterruptedException {
        open(tier);
        var shell = Json.object().with("cmd", "sh").with("tty", Json.of(true)).with("yield_time_ms", 250);
        var id = id(exec("c", shell));
        var mode = tier == Tier.NONE ? ApprovalContext.Mode.DANGER_FULL_ACCESS : ApprovalContext.Mode.WORKSPACE_WRITE;
        assertThat(judged(id, "touch x\n", ApprovalContext.Approval.UNTRUSTED, mode))
                .isInstanceOf(ApprovalDecision.Ask.class);
        assertThat(judged(id, "touch x\n", ApprovalContext.Approval.ON_REQUEST, mode))
                .isInstanceOf(ApprovalDecision.Go.class);
        assertThat(judged(id, "rm -rf x\n", ApprovalContext.Approval.ON_REQUEST, mode))
                .isInstanceOf(ApprovalDecision.Ask.class);
        assertThat(judged(id, "", ApprovalContext.Approval.UNTRUSTED, mode)).isInstanceOf(ApprovalDecision.Go.class);
        assertThat(judged(id, "\u0003", ApprovalContext.Approval.UNTRUSTED, mode))
                .isInstanceOf(ApprovalDecision.Go.class);
    }

    private ApprovalDecision judged(int id, String keys, ApprovalContext.Approval approval, ApprovalContext.Mode mode) {
        var arguments = Json.object().with("session_id", id).with("chars", keys);
        var intent =
                new WriteStdin(toolEnvironment, terminals).intent(Places.call("w", "write_stdin", arguments.write()));
        return Judgement.of(intent, () -> new ApprovalContext(approval, mode, true, List.of(), Set.of()));
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aCommandThatTakesLongerGoesOnAndIsPolled(Tier tier) throws Exception {
        open(tier);
        var first = exec(
                "slow",
                Json.object()
                        .with("cmd", "echo one; while [ ! -e sub/flag ]; do sleep 0.05; done; echo two; exit 4")
                        .with("yield_time_ms", 300));
        assertThat(first.text()).doesNotContain("exited").endsWith("Output:\none\n");
        var id = id(first);
        assertThat(terminals.of(toolEnvironment.thread())).singleElement().matches(shown -> shown.running());
        Files.createFile(toolEnvironment.cwd().resolve("sub/flag"));
        var last = write(id, "", 5000);
        assertThat(last.text()).contains("Process exited with code 4\n").endsWith("Output:\ntwo\n");
        var ran = (Detail.Ran) last.detail();
        assertThat(ran.startedBy()).contains(new CallId("slow"));
        assertThat(ran.exitCode()).isEqualTo(4);
        assertThat(ran.output()).as("all of it").isEqualTo("one\ntwo\n");
        assertThat(write(id, "", 5000).text()).isEqualTo("write_stdin failed: Unknown process id " + id);
        assertThat(terminals.all()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void whatItWritesIsSeenWhileNobodyAsks(Tier tier) throws Exception {
        open(tier);
        exec(
                "slow",
                Json.object()
                        .with("cmd", "echo one; while [ ! -e sub/flag ]; do sleep 0.05; done; echo two; sleep 1000")
                        .with("yield_time_ms", 300));
        assertThat(String.join("", seen)).isEqualTo("one\n");
        Files.createFile(toolEnvironment.cwd().resolve("sub/flag"));
        eventually("the second line is seen", () -> String.join("", seen).equals("one\ntwo\n"));
    }

    /// Secrets are looked for in whole words, so the last one is held back.
    @ParameterizedTest
    @EnumSource(Tier.class)
    void aWordWithoutItsEndIsSeenToo(Tier tier) throws Exception {
        open(tier);
        var command = "while [ ! -e sub/flag ]; do sleep 0.05; done; printf 'one two'";
        var arguments = Json.object().with("cmd", command).with("yield_time_ms", 300);
        var exec = new ExecCommandTool(toolEnvironment, new ApplyPatch(toolEnvironment), terminals);
        new RedactingTool(exec, new Redaction(List.of()))
                .run(Places.call("held", "exec_command", arguments.write()), RunMode.CONFINED, seen::add);
        Files.createFile(toolEnvironment.cwd().resolve("sub/flag"));
        eventually("all of it is seen", () -> String.join("", seen).equals("one two"));
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTerminalIsTypedInto(Tier tier) throws Exception {
        open(tier);
        var shell = exec(
                "shell",
                Json.object()
                        .with("cmd", "exec bash --norc --noprofile -i")
                        .with("tty", Json.of(true))
                        .with("yield_time_ms", 400));
        var id = id(shell);
        assertThat(write(id, "test -t 0 && test -t 1 && stty size; echo 你好\n", 600)
                        .text())
                .contains("24 80")
                .contains("\n你好");
        write(id, "sleep 1000\n", 250);
        assertThat(write(id, "\u0003", 400).text()).contains("^C");
        assertThat(write(id, "exit 7\n", 3000).text()).contains("Process exited with code 7");
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void withoutATerminalInputIsClosedAndCtrlCInterrupts(Tier tier) throws Exception {
        open(tier);
        Files.createDirectories(toolEnvironment.cwd().resolve("in"));
        var id = id(exec(
                "deaf", Json.object().with("cmd", "touch in/up; sleep 1000").with("yield_time_ms", 300)));
        // An interrupt that comes while the shell still reads its profile would end only that.
        eventually("the command runs", () -> Files.exists(toolEnvironment.cwd().resolve("in/up")));
        assertThat(write(id, "x", 250).text())
                .isEqualTo("write_stdin failed: stdin is closed for this session;"
                        + " rerun exec_command with tty=true to keep stdin open");
        assertThat(write(id, "\u0003", 5000).text()).contains("Process exited with code 1");
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTerminalIsEndedWithAllItStarted(Tier tier) throws Exception {
        open(tier);
        var id = id(exec(
                "tree",
                Json.object()
                        .with("cmd", "setsid sleep 1101 & (trap '' TERM; exec sleep 1102) & sleep 1103")
                        .with("yield_time_ms", 300)));
        assertThat(terminals.end(toolEnvironment.thread(), id)).isTrue();
        eventually("nothing is left", () -> alive() == 0);
        assertThat(terminals.end(toolEnvironment.thread(), id)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void anybodyFindsItByItsNoteAndEndsIt(Tier tier) throws Exception {
        open(tier);
        var id = id(exec(
                "tree", Json.object().with("cmd", "sleep 1201 & sleep 1202").with("yield_time_ms", 300)));
        var commands = new RunningCommands(toolEnvironment.home());
        assertThat(commands.all()).singleElement().satisfies(one -> {
            assertThat(one.terminal()).isEqualTo(id);
            assertThat(one.command()).isEqualTo("sleep 1201 & sleep 1202");
            assertThat(one.thread()).isEqualTo(toolEnvironment.thread());
            assertThat(one.owner()).isEqualTo(ProcessHandle.current().pid());
        });
        assertThat(commands.endAll(new ThreadId("another"))).isZero();
        assertThat(commands.endAll(toolEnvironment.thread())).isEqualTo(1);
        eventually("its note is gone", () -> commands.all().isEmpty());
        assertThat(write(id, "", 5000).text()).as("the agent is told").contains("Process exited with code");
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTimeOutEndsItInTheBackgroundToo(Tier tier) throws Exception {
        open(tier);
        exec(
                "late",
                Json.object()
                        .with("cmd", "sleep 1104")
                        .with("yield_time_ms", 250)
                        .with("timeout_ms", 900));
        eventually("the time is over", () -> terminals.all().stream().noneMatch(shown -> shown.running()));
        assertThat(alive()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void nothingIsMadeForProtectedNamesThatAreMissing(Tier tier) throws Exception {
        open(tier);
        assertThat(exec("one", Json.object().with("cmd", "echo x > sub/a; ls -A"))
                        .text())
                .contains("exited")
                .doesNotContain("AGENTS.md", ".git");
        try (var left = Files.list(toolEnvironment.cwd())) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("sub");
        }
        assertThat(toolEnvironment.cwd().resolve("sub/a")).hasContent("x");
    }

    private static long alive() {
        return ProcessTable.all().stream()
                .filter(entry -> !entry.gone())
                .filter(entry -> ProcessTable.hasVariable(entry.pid(), "PAWL_CALL_ID", "thread/tree")
                        || ProcessTable.hasVariable(entry.pid(), "PAWL_CALL_ID", "thread/late"))
                .count();
    }
}
