package dev.pawl.status;

import dev.pawl.status.CurrentTurn.Voice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// From what is known to what is shown. The header follows the seven priorities of the status line,
/// the first that holds wins; the class is found beside it, because an overlay may speak for a
/// thread whose agent works on.
final class Derivation {
    private static final Duration STALLED_AFTER = Duration.ofMinutes(1);
    private static final Duration WORD_LASTS = Duration.ofSeconds(30);
    private static final int BACKGROUND_SHOWN = 120;

    private final ChatState state;
    private final Instant now;

    private Derivation(ChatState state, Instant now) {
        this.state = state;
        this.now = now;
    }

    private record Line(int level, Phrase header, Phrase details) {}

    static View of(ChatState state, Instant now) {
        var derivation = new Derivation(state, now);
        if (state.listing().archived()) return derivation.archived();
        return state.marks().derived() || state.listing().word().isEmpty() ? derivation.derived() : derivation.listed();
    }

    private View derived() {
        var status = status();
        var line = line();
        return view(status, new Line(line.level(), line.header(), stalled(status, line)), View.Origin.DERIVED);
    }

    private View archived() {
        return view(ChatStatus.IDLE, new Line(7, Phrase.of(StatusText.ARCHIVED), Phrase.NOTHING), View.Origin.ARCHIVED);
    }

    private View view(ChatStatus status, Line line, View.Origin origin) {
        var turn = state.turn();
        var timing = new View.Timing(turn.since(), state.marks().lastEventAt(), turn.worked(now));
        return new View(
                status,
                line.level(),
                line.header(),
                line.details(),
                new View.Attention(depth(Life.APPROVAL), depth(Life.INPUT)),
                turn.open(),
                timing,
                waits(),
                origin);
    }

    private ChatStatus status() {
        var over = state.overlays();
        if (over.error().kind() != Overlays.Failure.Kind.NONE) return ChatStatus.ERROR;
        if (over.terminal().isLive(now) || depth(Life.INPUT) > 0 || depth(Life.APPROVAL) > 0 || isHeld()) {
            return ChatStatus.WAITING;
        }
        if (depth(Life.EDIT) > 0) return ChatStatus.EDITING;
        if (depth(Life.COMMAND) + depth(Life.TOOL) + depth(Life.COLLAB) > 0) return ChatStatus.RUNNING;
        if (state.turn().open()) {
            return state.turn().voice() == Voice.RESPONDING ? ChatStatus.RESPONDING : ChatStatus.THINKING;
        }
        return over.mcp().isLive(now) ? ChatStatus.SYNCING : ChatStatus.IDLE;
    }

    private Line line() {
        var over = state.overlays();
        if (over.error().kind() != Overlays.Failure.Kind.NONE) return error(over.error());
        if (over.terminal().isLive(now)) return terminal(over.terminal());
        if (over.background().isLive(now)) return background(over.background());
        if (over.mcp().isLive(now)) return startup(over.mcp());
        if (depth(Life.INPUT) > 0) return asked(StatusText.INPUT, Life.INPUT);
        if (depth(Life.APPROVAL) > 0) return asked(StatusText.APPROVAL, Life.APPROVAL);
        if (isHeld()) return held();
        var work = work();
        if (!work.isNothing()) return new Line(5, Phrase.of(StatusText.WORKING), work);
        return state.turn().open() ? thinking() : idle();
    }

    private static Line error(Overlays.Failure error) {
        var header = error.text().isEmpty() ? Phrase.of(StatusText.ERROR) : Phrase.text(error.text());
        var details =
                error.kind() == Overlays.Failure.Kind.FATAL && error.details().isEmpty()
                        ? Phrase.of(StatusText.SEND_TO_GO_ON)
                        : Phrase.text(error.details());
        return new Line(1, header, details);
    }

    private static Line terminal(Overlays.Terminal terminal) {
        var header = terminal.command().isEmpty()
                ? Phrase.of(StatusText.TERMINAL)
                : Phrase.of(StatusText.TERMINAL_OF, Shortened.command(terminal.command()));
        return new Line(2, header, Phrase.of(StatusText.TERMINAL_WAITS));
    }

    private static Line background(Overlays.Task task) {
        var label = task.label();
        var header = label.isNothing()
                ? Phrase.of(StatusText.BACKGROUND)
                : label.key() == StatusText.TEXT
                        ? Phrase.of(
                                StatusText.BACKGROUND_OF,
                                Shortened.to(label.values().getFirst(), BACKGROUND_SHOWN))
                        : label;
        return new Line(3, header, Phrase.text(Shortened.to(task.details(), BACKGROUND_SHOWN)));
    }

    private static Line startup(Overlays.Startups mcp) {
        var starting = mcp.in(Signal.Startup.STARTING);
        int all = mcp.servers().size();
        var header = all == 1
                ? Phrase.of(StatusText.MCP_ONE, starting.getFirst())
                : Phrase.of(StatusText.MCP_MANY, all - starting.size(), all, String.join(", ", starting));
        var failed = mcp.in(Signal.Startup.FAILED);
        return new Line(
                3,
                header,
                failed.isEmpty() ? Phrase.NOTHING : Phrase.of(StatusText.MCP_FAILED, String.join(", ", failed)));
    }

    private Line asked(StatusText key, Life life) {
        int pending = depth(Life.APPROVAL) + depth(Life.INPUT);
        var details = pending > 1
                ? Phrase.of(StatusText.PENDING, pending)
                : Phrase.text(state.depths().open(life).getLast().label());
        return new Line(4, Phrase.of(key), details);
    }

    /// Whether the turn waits for what is neither a person nor a call's work.
    private boolean isHeld() {
        return state.overlays().held().stream().anyMatch(Derivation::stops);
    }

    private static boolean stops(Waiting waiting) {
        return switch (waiting.why()) {
            case WORKER, INTERRUPTED, RATE_LIMIT, BUDGET, WORKSPACE -> true;
            case APPROVAL, INPUT, TOOL, AGENT -> false;
        };
    }

    private Line held() {
        var first = state.overlays().held().stream()
                .filter(Derivation::stops)
                .findFirst()
                .orElseThrow();
        var header = switch (first.why()) {
            case RATE_LIMIT -> Phrase.of(StatusText.RATE_LIMIT);
            case BUDGET -> Phrase.of(StatusText.BUDGET);
            case WORKSPACE -> Phrase.of(StatusText.WORKSPACE);
            case INTERRUPTED -> Phrase.of(StatusText.INTERRUPTED_TURN);
            case WORKER, APPROVAL, INPUT, TOOL, AGENT -> Phrase.of(StatusText.WORKER);
        };
        return new Line(4, header, Phrase.text(first.detail()));
    }

    private Phrase work() {
        var edits = state.depths().open(Life.EDIT);
        if (!edits.isEmpty())
            return counted(edits, StatusText.EDITING, StatusText.EDITING_FILE, StatusText.EDITING_FILES);
        var commands = state.depths().open(Life.COMMAND);
        if (!commands.isEmpty())
            return counted(commands, StatusText.RUNNING, StatusText.RUNNING_COMMAND, StatusText.RUNNING_COMMANDS);
        var tools = state.depths().open(Life.TOOL);
        if (!tools.isEmpty())
            return counted(tools, StatusText.CALLING, StatusText.CALLING_TOOL, StatusText.CALLING_TOOLS);
        int agents = depth(Life.COLLAB);
        if (agents > 0)
            return agents == 1 ? Phrase.of(StatusText.AGENT_WORKING) : Phrase.of(StatusText.AGENTS_WORKING, agents);
        return depth(Life.REVIEW) > 0 ? Phrase.of(StatusText.REVIEWING) : Phrase.NOTHING;
    }

    private static Phrase counted(List<Depths.Open> open, StatusText named, StatusText one, StatusText many) {
        if (open.size() > 1) return Phrase.of(many, open.size());
        var label = open.getFirst().label();
        return label.isEmpty() ? Phrase.of(one) : Phrase.of(named, Shortened.command(label));
    }

    private Line thinking() {
        var title = state.overlays().title().title();
        var header = title.isEmpty() ? Phrase.of(StatusText.WORKING) : Phrase.text(title);
        var details = state.turn().voice() == Voice.RESPONDING ? StatusText.RESPONDING : StatusText.THINKING;
        return new Line(6, header, Phrase.of(details));
    }

    private Line idle() {
        var details = switch (state.turn().last()) {
            case INTERRUPTED -> Phrase.of(StatusText.INTERRUPTED);
            case FAILED -> Phrase.of(StatusText.LAST_FAILED);
            case NONE, COMPLETED -> Phrase.NOTHING;
        };
        return new Line(7, Phrase.of(StatusText.IDLE), details);
    }

    /// An agent that should move and does not is said to stand still.
    private Phrase stalled(ChatStatus status, Line line) {
        var quiet = Duration.between(state.marks().lastEventAt(), now);
        var stalled = status.isBusy() && line.level() >= 5 && quiet.compareTo(STALLED_AFTER) >= 0;
        return stalled ? Phrase.of(StatusText.STALLED, quiet.toSeconds()) : line.details();
    }

    /// A list's word is believed for a while when it says that something goes on.
    private View listed() {
        var status = ChatStatus.ofWord(state.listing().word());
        var old = now.isAfter(state.listing().at().plus(WORD_LASTS));
        var busy = status.isBusy() || status == ChatStatus.STARTING || status == ChatStatus.SYNCING;
        if (busy && old) {
            return view(
                    ChatStatus.IDLE,
                    new Line(7, Phrase.of(StatusText.IDLE), Phrase.of(StatusText.UNKNOWN)),
                    View.Origin.LISTED);
        }
        var line = switch (status) {
            case ERROR -> new Line(1, Phrase.of(StatusText.ERROR), Phrase.NOTHING);
            case WAITING -> new Line(4, Phrase.of(StatusText.APPROVAL), Phrase.NOTHING);
            case EDITING, RUNNING -> new Line(5, Phrase.of(StatusText.WORKING), Phrase.NOTHING);
            case THINKING, RESPONDING -> new Line(6, Phrase.of(StatusText.WORKING), Phrase.NOTHING);
            case SYNCING -> new Line(3, Phrase.of(StatusText.SYNCING), Phrase.NOTHING);
            case STARTING -> new Line(6, Phrase.of(StatusText.STARTING), Phrase.NOTHING);
            case IDLE -> new Line(7, Phrase.of(StatusText.IDLE), Phrase.NOTHING);
        };
        return view(status, line, View.Origin.LISTED);
    }

    private List<Waiting> waits() {
        var waits = new ArrayList<Waiting>();
        for (var open : state.depths().open()) {
            if (!open.life().needsPerson()) continue;
            var why = open.life() == Life.INPUT ? Waiting.Why.INPUT : Waiting.Why.APPROVAL;
            var id = open.ids().isEmpty() ? "" : open.ids().getFirst();
            waits.add(new Waiting(why, id, open.label(), open.since(), open.until()));
        }
        waits.addAll(state.overlays().held());
        return waits;
    }

    private int depth(Life life) {
        return state.depths().of(life);
    }
}
