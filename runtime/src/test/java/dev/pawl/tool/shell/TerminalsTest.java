package dev.pawl.tool.shell;

import static dev.pawl.fixture.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Clearance;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Redaction;
import dev.pawl.agent.Stance;
import dev.pawl.agent.Tool.Outcome;
import dev.pawl.card.Detail;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.tool.DiscreetTool;
import dev.pawl.tool.Judgement;
import dev.pawl.tool.Places;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
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

    private Workplace workplace = Places.in(Path.of("/"));
    private Terminals terminals = Places.terminals(workplace);

    private void open(Tier tier) throws IOException {
        workplace = Places.in(folder);
        Files.createDirectories(workplace.cwd().resolve("sub"));
        if (tier == Tier.NONE) workplace = workplace.with(Confinement.none());
        terminals = new Terminals(Sandbox.of(workplace.runFolder(), tier));
    }

    @AfterEach
    void endAll() {
        terminals.close();
    }

    private Outcome exec(String call, Json.Obj arguments) throws InterruptedException {
        return new ExecCommand(workplace, new ApplyPatch(workplace), terminals)
                .run(Places.call(call, "exec_command", arguments.write()), Permit.CONFINED, seen::add);
    }

    private Outcome write(int id, String keys, int wait) throws InterruptedException {
        var arguments = Json.object().with("session_id", id).with("chars", keys).with("yield_time_ms", wait);
        return new WriteStdin(workplace, terminals)
                .run(Places.call("w", "write_stdin", arguments.write()), Permit.CONFINED, _ -> {});
    }

    private static int id(Outcome outcome) {
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
        var mode = tier == Tier.NONE ? Stance.Mode.DANGER_FULL_ACCESS : Stance.Mode.WORKSPACE_WRITE;
        assertThat(judged(id, "touch x\n", Stance.Approval.UNTRUSTED, mode)).isInstanceOf(Clearance.Ask.class);
        assertThat(judged(id, "touch x\n", Stance.Approval.ON_REQUEST, mode)).isInstanceOf(Clearance.Go.class);
        assertThat(judged(id, "rm -rf x\n", Stance.Approval.ON_REQUEST, mode)).isInstanceOf(Clearance.Ask.class);
        assertThat(judged(id, "", Stance.Approval.UNTRUSTED, mode)).isInstanceOf(Clearance.Go.class);
        assertThat(judged(id, "\u0003", Stance.Approval.UNTRUSTED, mode)).isInstanceOf(Clearance.Go.class);
    }

    private Clearance judged(int id, String keys, Stance.Approval approval, Stance.Mode mode) {
        var arguments = Json.object().with("session_id", id).with("chars", keys);
        var deed = new WriteStdin(workplace, terminals).deed(Places.call("w", "write_stdin", arguments.write()));
        return Judgement.of(deed, () -> new Stance(approval, mode, true, List.of(), Set.of()));
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
        assertThat(terminals.of(workplace.thread())).singleElement().matches(shown -> shown.running());
        Files.createFile(workplace.cwd().resolve("sub/flag"));
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
        Files.createFile(workplace.cwd().resolve("sub/flag"));
        eventually("the second line is seen", () -> String.join("", seen).equals("one\ntwo\n"));
    }

    /// Secrets are looked for in whole words, so the last one is held back.
    @ParameterizedTest
    @EnumSource(Tier.class)
    void aWordWithoutItsEndIsSeenToo(Tier tier) throws Exception {
        open(tier);
        var command = "while [ ! -e sub/flag ]; do sleep 0.05; done; printf 'one two'";
        var arguments = Json.object().with("cmd", command).with("yield_time_ms", 300);
        var exec = new ExecCommand(workplace, new ApplyPatch(workplace), terminals);
        new DiscreetTool(exec, new Redaction(List.of()))
                .run(Places.call("held", "exec_command", arguments.write()), Permit.CONFINED, seen::add);
        Files.createFile(workplace.cwd().resolve("sub/flag"));
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
        Files.createDirectories(workplace.cwd().resolve("in"));
        var id = id(exec(
                "deaf", Json.object().with("cmd", "touch in/up; sleep 1000").with("yield_time_ms", 300)));
        // An interrupt that comes while the shell still reads its profile would end only that.
        eventually("the command runs", () -> Files.exists(workplace.cwd().resolve("in/up")));
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
        assertThat(terminals.end(workplace.thread(), id)).isTrue();
        eventually("nothing is left", () -> alive() == 0);
        assertThat(terminals.end(workplace.thread(), id)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void anybodyFindsItByItsNoteAndEndsIt(Tier tier) throws Exception {
        open(tier);
        var id = id(exec(
                "tree", Json.object().with("cmd", "sleep 1201 & sleep 1202").with("yield_time_ms", 300)));
        var commands = new RunningCommands(workplace.home());
        assertThat(commands.all()).singleElement().satisfies(one -> {
            assertThat(one.terminal()).isEqualTo(id);
            assertThat(one.command()).isEqualTo("sleep 1201 & sleep 1202");
            assertThat(one.thread()).isEqualTo(workplace.thread());
            assertThat(one.owner()).isEqualTo(ProcessHandle.current().pid());
        });
        assertThat(commands.endAll(new ThreadId("another"))).isZero();
        assertThat(commands.endAll(workplace.thread())).isEqualTo(1);
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
        try (var left = Files.list(workplace.cwd())) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("sub");
        }
        assertThat(workplace.cwd().resolve("sub/a")).hasContent("x");
    }

    private static long alive() {
        return ProcessTable.all().stream()
                .filter(entry -> !entry.gone())
                .filter(entry -> ProcessTable.hasVariable(entry.pid(), "PAWL_CALL_ID", "thread/tree")
                        || ProcessTable.hasVariable(entry.pid(), "PAWL_CALL_ID", "thread/late"))
                .count();
    }
}
