package dev.pawl.status;

import static dev.pawl.status.Tales.START;
import static dev.pawl.status.Tales.at;
import static dev.pawl.status.Tales.fold;
import static dev.pawl.status.Tales.line;
import static dev.pawl.status.Tales.numbered;
import static dev.pawl.status.Tales.state;
import static dev.pawl.status.Tales.told;

import dev.pawl.status.ThreadList.Listed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Time, seeding, replay (table I), the row below the timeline (table J), and the details of the
/// rules.
final class StatusTables {
    private final List<String> wrong = new ArrayList<>();

    private StatusTables() {}

    static List<String> failures() {
        var tables = new StatusTables();
        tables.time();
        tables.lists();
        tables.replay();
        tables.presence();
        tables.rules();
        tables.details();
        return tables.wrong;
    }

    private void same(String name, Object expected, Object found) {
        if (!Objects.equals(expected, found)) wrong.add(name + ": expected " + expected + ", was " + found);
    }

    private void time() {
        var waiting = state("turn_started @0", "exec_terminal_interaction stdin= @10");
        same("S68 at 70", "waiting · Waiting for background terminal", line(at(waiting, 70)));
        same("S68 at 71", "thinking · Working", line(at(waiting, 71)));
        var starting = state("mcp_startup_update server=fs @0");
        same("S69 at 30", "syncing · Starting MCP · fs", line(at(starting, 30)));
        same("S69 at 31", "idle · Waiting for instructions", line(at(starting, 31)));
        var background = state("background_event message=Indexing @0");
        same("S70 at 120", "idle · Background task · Indexing", line(at(background, 120)));
        same("S70 at 121", "idle · Waiting for instructions", line(at(background, 121)));
        var quiet = state("turn_started turn=t1 @0", "exec_command_begin id=c1 command=make @5");
        same("quiet at 64", "Running `make`", at(quiet, 64).details().english());
        same("quiet at 75", "No activity for 1m 10s", at(quiet, 75).details().english());
        same("quiet in Chinese", "已 1 分 10 秒无活动", at(quiet, 75).details().chinese());
        var asked = state("turn_started @0", "exec_approval_request id=c1 @10", "approval_resolved id=c1 @40");
        same(
                "a person's time does not count",
                20L,
                at(asked, 50).timing().worked().toSeconds());
        same(
                "nor while it is waited for",
                10L,
                at(state("turn_started @0", "exec_approval_request id=c1 @10"), 99)
                        .timing()
                        .worked()
                        .toSeconds());
        same(
                "waiting is no standstill",
                "",
                at(state("turn_started @0", "exec_approval_request id=c1 @10"), 99)
                        .details()
                        .english());
    }

    private static View listed(ThreadList list, long second) {
        return at(list.find("a").orElseThrow().state(), second);
    }

    private void lists() {
        var seeded = ThreadList.EMPTY.replaced(List.of(new Listed("a", "A", "working", false)), START);
        same("S71", "running · Working", line(listed(seeded, 0)));
        same("S71 after 31 s", "idle · Waiting for instructions", line(listed(seeded, 31)));
        same("S71 hint", "State unknown", listed(seeded, 31).details().english());
        same("S72", "idle · Waiting for instructions", line(listed(seeded.after("a", told(0, "token_count")), 0)));
        var derived =
                ThreadList.EMPTY.after("a", told(0, "exec_command_begin")).after("a", told(0, "exec_command_end"));
        var again = derived.replaced(List.of(new Listed("a", "A", "running", false)), START);
        same("S73", "idle · Waiting for instructions", line(listed(again, 0)));
        var waiting = ThreadList.EMPTY.replaced(List.of(new Listed("a", "", "awaiting_approval", false)), START);
        same("S74", "waiting · Waiting for approval", line(listed(waiting, 0)));
        same("S74 attention", View.Attention.NONE, listed(waiting, 0).attention());
        same(
                "S85",
                List.of("b"),
                ThreadList.EMPTY.after("b", told(0, "warning")).ids());
        var page = again.replaced(List.of(new Listed("z", "Z", "", false)), START.plusSeconds(60));
        same("a page hides the others", List.of("z"), page.ids());
        same("and keeps them", true, page.find("a").isPresent());
        var later = page.replaced(List.of(new Listed("z", "Z", "", false)), START.plusSeconds(60 + 601));
        same("for ten minutes", false, later.find("a").isPresent());
        var put = again.replaced(List.of(new Listed("a", "A", "", true)), START);
        same("a list archives", "idle · Archived", line(listed(put, 0)));
        for (var word : List.of("", "completed", "ready", "stopped", "resumed", "whatever")) {
            same("word " + word, ChatStatus.IDLE, ChatStatus.ofWord(word));
        }
        same("booting", ChatStatus.STARTING, ChatStatus.ofWord("booting"));
        same("streaming", ChatStatus.RESPONDING, ChatStatus.ofWord("streaming"));
        same("system_error", ChatStatus.ERROR, ChatStatus.ofWord("system_error"));
    }

    private void replay() {
        var log = numbered("turn_started", "exec_command_begin", "exec_command_begin", "exec_command_end");
        var whole = fold(ChatState.NEW, log);
        same("S75 before", 1, whole.depths().of(Life.COMMAND));
        same("S75", whole, fold(whole, log.subList(1, 4)));
        same("S76", whole, fold(ChatState.NEW, log));
        same("S77", whole, fold(fold(ChatState.NEW, log.subList(0, 2)), log));
        var died = numbered("turn_started turn=t1", "exec_command_begin id=c1", "turn_aborted turn=t1");
        var restarted = fold(ChatState.NEW, died);
        same("S78", "idle · Waiting for instructions", line(at(restarted, 0)));
        same("S78 outcome", "Interrupted", at(restarted, 0).details().english());
        same("S78 open", List.of(), restarted.depths().open());
        same("S79", restarted, fold(restarted, died));
        var before = state("turn_started turn=t1", "exec_command_begin id=c1");
        same("S84", line(at(before, 0)), line(at(before.after(told(0, "never_heard_of")), 0)));
    }

    private String label(ChatState state) {
        return Presence.label(state, START).english();
    }

    private void presence() {
        same("L1", "", label(ChatState.NEW.listed("running", false, START)));
        var command = state("turn_started turn=t1", "exec_command_begin id=c1");
        same("L2", "Running", label(command));
        same("L2 in Chinese", "执行中", Presence.label(command, START).chinese());
        same("L3", "Awaiting approval", label(command.after(told(0, "exec_approval_request id=c2"))));
        same("L4", "Editing", label(command.after(told(0, "patch_apply_begin id=p1"))));
        same("L5", "quota", label(state("turn_started", "error message=quota")));
        same("L6 starting", "Starting", label(ChatState.NEW.listed("starting", false, START)));
        same("L6 waiting", "Waiting", label(ChatState.NEW.listed("waiting", false, START)));
        same("L6 syncing", "Syncing", label(ChatState.NEW.listed("syncing", false, START)));
        same("L7", "Working", label(state("turn_started turn=t1")));
        same(
                "L7 with a title",
                "Plan",
                label(state("turn_started turn=t1", "agent_reasoning_delta delta=**Plan**", "agent_message")));
        same("L8", "", label(state("turn_started", "plan_update", "turn_complete")));
        same("L9", "", label(command.after(told(0, "thread/archived"))));
        same("L10", "", label(command.after(told(0, "turn_aborted turn=t1"))));
        same("thinking", "Thinking", label(state("turn_started", "agent_reasoning_delta delta=x")));
        same("responding", "Responding", label(state("turn_started", "agent_message_delta delta=x")));
        same(
                "a command after words",
                "Running",
                label(state("turn_started", "agent_message_delta delta=x", "exec_command_begin id=c1")));
    }

    /// Rules of the text that no case of the file walks.
    private void rules() {
        same(
                "an id-less beginning clears all approvals",
                0,
                state(
                                "turn_started",
                                "exec_approval_request id=c1",
                                "exec_approval_request id=c2",
                                "exec_command_begin")
                        .depths()
                        .of(Life.APPROVAL));
        same(
                "a tool's beginning clears nobody else's",
                1,
                state("turn_started", "exec_approval_request id=c1", "mcp_tool_call_begin")
                        .depths()
                        .of(Life.APPROVAL));
        same(
                "a request twice is one",
                1,
                state("turn_started", "exec_approval_request id=c1", "exec_approval_request id=c1")
                        .depths()
                        .of(Life.APPROVAL));
        same(
                "a request that a flag announced is one",
                new View.Attention(1, 0),
                at(
                                state(
                                        "thread/status/changed status=active flags=waitingOnApproval",
                                        "item/started type=commandExecution id=c1",
                                        "item/commandExecution/requestApproval itemId=c1 requestId=0"),
                                0)
                        .attention());
        same(
                "a request is answered by its own id",
                View.Attention.NONE,
                at(
                                state(
                                        "turn_started",
                                        "item/commandExecution/requestApproval itemId=c1 requestId=0",
                                        "serverRequest/resolved requestId=0"),
                                0)
                        .attention());
        same(
                "a late look at a finished terminal shows nothing",
                "thinking · Working",
                line(at(
                        state(
                                "turn_started",
                                "exec_command_begin id=c1",
                                "exec_command_end id=c1",
                                "exec_terminal_interaction id=c1 stdin="),
                        0)));
        same(
                "output of a finished command opens nothing",
                "thinking · Working",
                line(at(
                        state(
                                "turn_started",
                                "exec_command_begin id=c1",
                                "exec_command_end id=c1",
                                "exec_command_output_delta id=c1"),
                        0)));
        same(
                "words end the wait for a terminal",
                "responding · Working",
                line(at(state("turn_started", "exec_terminal_interaction stdin=", "agent_message_delta delta=x"), 0)));
        same(
                "a new turn hides an old error",
                "thinking · Working",
                line(at(state("turn_started turn=t1", "error message=quota", "turn_started turn=t2"), 0)));
        same(
                "a completion that says nothing keeps the error",
                "error · quota",
                line(at(state("turn_started turn=t1", "error message=quota", "task_complete turn=t1"), 0)));
        same(
                "a completion with words ends it",
                "idle · Waiting for instructions",
                line(at(
                        state(
                                "turn_started turn=t1",
                                "error message=quota",
                                "task_complete turn=t1 last_agent_message=ok"),
                        0)));
        same(
                "closing sweeps MCP servers too",
                "idle · Waiting for instructions",
                line(at(state("mcp_startup_update server=fs", "turn_started", "thread/closed"), 0)));
        same(
                "a fatal error leaves MCP servers starting",
                "syncing · Starting MCP · fs",
                line(at(state("mcp_startup_update server=fs", "turn_started", "error message=x", "user_message"), 0)));
        same(
                "a beginning after its end opens nothing",
                "idle · Waiting for instructions",
                line(at(state("turn_complete turn=t1", "turn_started turn=t1"), 0)));
        same(
                "a retried error is a passing one",
                "thinking · Working",
                line(at(state("turn_started", "stream_error message=lost", "plan_update"), 0)));
        same(
                "the same reasoning twice is read once",
                "One",
                at(
                                state(
                                        "turn_started",
                                        "item/reasoning/summaryTextDelta itemId=r1 delta=**O",
                                        "agent_reasoning_delta delta=**O",
                                        "item/reasoning/summaryTextDelta itemId=r1 delta=ne**",
                                        "agent_reasoning_delta delta=ne**"),
                                0)
                        .header()
                        .english());
        same(
                "a title is one short line",
                80,
                at(state("turn_started", "agent_reasoning_delta delta=**" + "x".repeat(200) + "**"), 0)
                        .header()
                        .english()
                        .length());
        same(
                "the turn's end forgets its title",
                "Working",
                at(state("turn_started", "agent_reasoning_delta delta=**One**", "turn_complete", "turn_started"), 0)
                        .header()
                        .english());
        same(
                "background does not outlive its turn",
                "idle · Waiting for instructions",
                line(at(state("turn_started", "background_event message=x", "turn_complete"), 0)));
        same(
                "who is not known to be done is not",
                "idle · Background task · x",
                line(at(state("background_event message=x status=running"), 0)));
        same(
                "the same end again touches nothing new",
                "running · Working",
                line(at(
                        state(
                                "turn_started turn=t1",
                                "turn_complete turn=t1",
                                "exec_command_begin id=c9",
                                "turn_complete turn=t1"),
                        0)));
        same(
                "an approval and its command share a name",
                "running · Working",
                line(at(
                        state(
                                "turn_started",
                                "exec_approval_request id=c1",
                                "approval_resolved id=c1",
                                "exec_command_begin id=c1"),
                        0)));
        same(
                "nameless output ends any terminal's wait",
                "thinking · Working",
                line(at(
                        state("turn_started", "exec_terminal_interaction id=c1 stdin=", "exec_command_output_delta"),
                        0)));
        same("interruptible", true, at(state("turn_started"), 0).interruptible());
        same("not interruptible", false, at(state("exec_command_begin"), 0).interruptible());
    }

    private void details() {
        same("err.text", "Send a message to continue", english("error message=quota"));
        same("stream", "", english("turn_started", "stream_error message=lost"));
        same("edit", "Editing 1 file", english("turn_started", "patch_apply_begin id=p1"));
        same("edits", "Editing 2 files", english("patch_apply_begin id=p1", "patch_apply_begin id=p2"));
        same("a shell's command", "make 'x'", Shortened.command("/bin/bash -lc 'make '\\''x'\\'''"));
        same("a command", "sh run.sh", Shortened.command("sh run.sh"));
        same("call", "Calling fs.read", english("mcp_tool_call_begin id=m server=fs tool=read"));
        same("agents", "2 agents working", english("collab_waiting_begin id=a", "collab_waiting_begin id=b"));
        same("pending", "2 pending", english("exec_approval_request id=a", "request_user_input id=b"));
        same("question", "rm", english("turn_started", "exec_approval_request id=a command=rm"));
        same("review", "Reviewing approval request", english("item/autoApprovalReview/started id=c1"));
        same("responding", "Responding", english("agent_message_delta delta=x"));
        same(
                "failed servers",
                "Failed: b",
                english(
                        "mcp_startup_update server=a",
                        "mcp_startup_update server=b",
                        "mcp_startup_update server=b status=failed"));
        same(
                "servers in Chinese",
                "MCP 启动中 (0/2)：a、b",
                at(state("mcp_startup_update server=a", "mcp_startup_update server=b"), 0)
                        .header()
                        .chinese());
        same(
                "input before approval",
                "等待输入",
                at(state("exec_approval_request id=a", "request_user_input id=b"), 0)
                        .header()
                        .chinese());
        same("an hour", "1h 00m 00s", Phrase.english(Duration.ofHours(1)));
        same("a minute", "1m 00s", Phrase.english(Duration.ofMinutes(1)));
        same("seconds", "59s", Phrase.english(Duration.ofSeconds(59)));
    }

    private static String english(String... lines) {
        return at(state(lines), 0).details().english();
    }
}
