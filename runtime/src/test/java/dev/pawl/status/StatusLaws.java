package dev.pawl.status;

import dev.pawl.codex.CodexSignals;
import dev.pawl.codex.EventLine;
import dev.pawl.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The fifteen laws, on random logs. A failure names the seed of its log.
final class StatusLaws {
    private static final Instant NEVER = Tales.START.plus(Duration.ofDays(365));

    /// Kinds with all their names; a log picks a kind first and a name later.
    private static final List<List<String>> KINDS = List.of(
            List.of("turn_started", "task_started", "turn/started", "codex/event/task_started"),
            List.of("turn_complete", "task_complete", "idle", "agent/event/turn_complete"),
            List.of("turn_aborted", "turn/aborted", "codex/event/turn_aborted"),
            List.of("agent_message_delta", "item/agentMessage/delta", "agent_message_content_delta"),
            List.of("agent_message", "codex/event/agent_message"),
            List.of("agent_reasoning_delta", "item/reasoning/summaryTextDelta", "reasoning_content_delta"),
            List.of("agent_reasoning_section_break", "item/reasoning/summaryPartAdded"),
            List.of("exec_command_begin", "codex/event/exec_command_begin"),
            List.of("exec_command_end", "agent/event/exec_command_end"),
            List.of("exec_command_output_delta", "item/commandExecution/outputDelta", "process/outputDelta"),
            List.of("exec_terminal_interaction", "item/commandExecution/terminalInteraction"),
            List.of("patch_apply_begin", "item/fileChange/started"),
            List.of("patch_apply_end", "codex/event/patch_apply_end"),
            List.of("mcp_tool_call_begin", "web_search_begin"),
            List.of("mcp_tool_call_end", "web_search_end"),
            List.of("collab_waiting_begin", "collab_agent_spawn_begin"),
            List.of("collab_waiting_end", "collab_agent_spawn_end"),
            List.of("exec_approval_request", "apply_patch_approval_request", "item/fileChange/requestApproval"),
            List.of("request_user_input", "item/tool/requestUserInput"),
            List.of("approval_resolved", "serverRequest/resolved"),
            List.of("mcp_startup_update", "mcpServer/startupStatus/updated"),
            List.of("mcp_startup_complete"),
            List.of("background_event", "codex/event/background_event"),
            List.of("stream_error", "codex/event/stream_error"),
            List.of("error"),
            List.of("user_message"),
            List.of("plan_update", "item/plan/delta"),
            List.of("token_count", "warning", "thread/tokenUsage/updated", "hook/started"),
            List.of("shutdown_complete", "thread/closed"));
    private static final int ENDS_TURN = 1;

    private final Random random;
    private final List<String> wrong = new ArrayList<>();
    private final String name;

    private StatusLaws(long seed) {
        this.random = new Random(seed);
        this.name = "seed " + seed;
    }

    static List<String> failures(long seed, int logs) {
        for (int i = 0; i < logs; i++) {
            var laws = new StatusLaws(seed + i);
            laws.check();
            if (!laws.wrong.isEmpty()) return laws.wrong;
        }
        return List.of();
    }

    private record Happened(int kind, Json.Obj fields, Instant at) {}

    private void check() {
        var log = log(1 + random.nextInt(40));
        var names = names(log);
        var tolds = tolds(log, names);
        var state = ChatState.NEW;
        for (var told : tolds) {
            var before = state;
            state = state.after(told);
            eachStep(before, told, state);
        }
        var end = tolds.getLast().at();
        law(4, Tales.fold(ChatState.NEW, tolds).derive(end).equals(state.derive(end)), "replay differs");
        int from = random.nextInt(tolds.size());
        int to = from + random.nextInt(tolds.size() - from + 1);
        law(5, Tales.fold(state, tolds.subList(from, to)).equals(state), "a repeated range changes something");
        int cut = random.nextInt(tolds.size() + 1);
        var snapshot = Tales.fold(ChatState.NEW, tolds.subList(0, cut));
        var overlap = Math.max(0, cut - random.nextInt(5));
        law(6, Tales.fold(snapshot, tolds.subList(overlap, tolds.size())).equals(state), "snapshot and tail differ");
        law(8, Tales.fold(ChatState.NEW, tolds(log, names(log))).equals(state), "another spelling differs");
        completions(state, end);
        decay(state);
        lists(state, end);
        pairs();
    }

    private List<Happened> log(int length) {
        var log = new ArrayList<Happened>();
        var at = Tales.START;
        for (int i = 0; i < length; i++) {
            at = at.plusSeconds(random.nextInt(40));
            log.add(new Happened(random.nextInt(KINDS.size()), fields(), at));
        }
        return log;
    }

    private Json.Obj fields() {
        var fields = Json.object();
        if (random.nextInt(4) > 0) fields = fields.with("id", "c" + random.nextInt(3));
        if (random.nextInt(4) == 0) fields = fields.with("turn", "t" + random.nextInt(3));
        if (random.nextBoolean()) fields = fields.with("delta", "**T" + random.nextInt(3) + "** words");
        if (random.nextInt(3) == 0) fields = fields.with("stdin", "y");
        if (random.nextInt(3) == 0) fields = fields.with("message", "m" + random.nextInt(3));
        fields = fields.with("server", "s" + random.nextInt(2));
        var states = List.of("starting", "ready", "failed", "completed");
        return random.nextBoolean() ? fields.with("status", states.get(random.nextInt(4))) : fields;
    }

    private List<String> names(List<Happened> log) {
        return log.stream()
                .map(one -> KINDS.get(one.kind())
                        .get(random.nextInt(KINDS.get(one.kind()).size())))
                .toList();
    }

    private static List<LoggedSignal> tolds(List<Happened> log, List<String> names) {
        var tolds = new ArrayList<LoggedSignal>();
        for (int i = 0; i < log.size(); i++) {
            var one = log.get(i);
            tolds.add(CodexSignals.of(new EventLine(names.get(i), one.fields(), i + 1, one.at())));
        }
        return tolds;
    }

    private void eachStep(ChatState before, LoggedSignal told, ChatState after) {
        var view = after.derive(told.at());
        for (var life : Life.values()) law(1, after.depths().of(life) >= 0, "a depth below zero");
        var ended = told.signal() instanceof Signal.TurnEnded
                && before.turn().open()
                && !after.turn().open();
        if (ended) {
            law(2, view.status() == ChatStatus.IDLE || view.status() == ChatStatus.ERROR, "not settled: " + view);
            law(
                    2,
                    after.depths().open().isEmpty(),
                    "open after the end: " + after.depths().open());
        }
        var busy = view.status().isBusy() || view.status() == ChatStatus.WAITING;
        var cause = after.turn().open()
                || !after.depths().open().isEmpty()
                || after.overlays().terminal().isLive(told.at());
        law(3, !busy || cause, "busy without a cause: " + view);
        law(14, view.level() == level(after, told.at()), "level " + view.level() + " of " + view);
        var asked = after.depths().open().stream()
                .filter(one -> one.life().needsPerson())
                .count();
        law(11, view.attention().approvals() + view.attention().inputs() == asked, "attention hides " + asked);
        if (told.signal() instanceof Signal.Neutral) {
            law(13, Tales.line(before.derive(told.at())).equals(Tales.line(view)), "a neutral event shows");
        }
        rows(after, told.at());
        mask(after, told.at(), asked);
    }

    /// The smallest level whose condition holds, found without the derivation.
    private static int level(ChatState state, Instant now) {
        var over = state.overlays();
        if (over.error().kind() != Overlays.Failure.Kind.NONE) return 1;
        if (over.terminal().isLive(now)) return 2;
        if (over.background().isLive(now) || over.mcp().isLive(now)) return 3;
        if (state.depths().open().stream().anyMatch(one -> one.life().needsPerson())) return 4;
        if (!state.depths().open().isEmpty()) return 5;
        return state.turn().open() ? 6 : 7;
    }

    /// Rows that are under way and depths are the same thing counted twice.
    private void rows(ChatState state, Instant now) {
        for (var life : List.of(Life.COMMAND, Life.EDIT, Life.TOOL)) {
            var rows = state.depths().open().stream()
                    .filter(one -> one.life() == life)
                    .count();
            law(15, rows == state.depths().of(life), "rows and depth of " + life);
        }
        if (!state.depths().open().isEmpty()) {
            law(15, !Presence.label(state, now).isNothing(), "something is open and no row says so");
        }
    }

    private void mask(ChatState state, Instant now, long asked) {
        var archived = state.after(new LoggedSignal(0, now, "", new Signal.Archived(true)))
                .derive(now);
        law(11, archived.attention().approvals() + archived.attention().inputs() == asked, "archived hides a request");
        law(11, archived.status() == ChatStatus.IDLE, "an archived thread is busy");
    }

    private void completions(ChatState state, Instant at) {
        var name = KINDS.get(ENDS_TURN).getFirst();
        var once = state.after(CodexSignals.of(new EventLine(name, Json.object(), 0, at)));
        var twice = once.after(CodexSignals.of(new EventLine(name, Json.object(), 0, at)));
        law(7, once.derive(at).equals(twice.derive(at)), "completing twice is not once");
        if (state.turn().open() && !state.turn().id().isEmpty()) {
            var other = CodexSignals.of(new EventLine(name, Json.object().with("turn", "other"), 0, at));
            law(7, state.after(other).derive(at).equals(state.derive(at)), "another turn's end shows");
        }
    }

    private void decay(ChatState state) {
        if (state.turn().open() || !state.depths().open().isEmpty()) return;
        var view = state.derive(NEVER);
        law(10, view.level() == 7 || view.level() == 1, "an overlay never fades: " + view);
    }

    private void lists(ChatState state, Instant now) {
        var seeded = state.listed("running", false, now);
        law(12, seeded.derive(now).equals(state.derive(now)), "a list's word shows");
    }

    /// Beginnings and ends of calls, shuffled, some twice: nothing stays open.
    private void pairs() {
        var kinds = Map.of(
                "exec_command_begin", "exec_command_end",
                "patch_apply_begin", "patch_apply_end",
                "mcp_tool_call_begin", "mcp_tool_call_end",
                "collab_waiting_begin", "collab_waiting_end");
        var lines = new ArrayList<String>();
        kinds.forEach((begin, end) -> {
            for (int i = 0; i < 3; i++) {
                lines.add(begin + " id=x" + i);
                lines.add(end + " id=x" + i);
                if (random.nextBoolean()) lines.add(begin + " id=x" + i);
                if (random.nextBoolean()) lines.add(end + " id=x" + i);
            }
        });
        Collections.sort(lines);
        Collections.shuffle(lines, random);
        lines.addFirst("turn_started turn=t1");
        var state = Tales.state(lines.toArray(String[]::new));
        law(
                9,
                state.depths().open().isEmpty(),
                "open after all pairs: " + state.depths().open());
    }

    private void law(int number, boolean holds, String otherwise) {
        if (!holds) wrong.add("law " + number + ", " + name + ": " + otherwise);
    }
}
