package dev.pawl.status;

import dev.pawl.status.CurrentTurn.Voice;
import dev.pawl.status.Overlays.Failure;
import dev.pawl.status.Overlays.Startups;
import dev.pawl.status.Overlays.Task;
import dev.pawl.status.Overlays.Terminal;
import java.time.Instant;
import java.util.List;

/// What is known of a thread: a pure fold of what was told. A status is never set, only derived
/// from this ([#derive]); so it cannot outlive its cause.
public final class ChatState {
    public static final ChatState NEW =
            new ChatState(Marks.NONE, CurrentTurn.NONE, Depths.NONE, Overlays.NONE, Listing.NONE);

    private static final int QUESTION_SHOWN = 80;

    private final Marks marks;
    private final CurrentTurn turn;
    private final Depths depths;
    private final Overlays overlays;
    private final Listing listing;

    private ChatState(Marks marks, CurrentTurn turn, Depths depths, Overlays overlays, Listing listing) {
        this.marks = marks;
        this.turn = turn;
        this.depths = depths;
        this.overlays = overlays;
        this.listing = listing;
    }

    /// The last number of the log, and when something was last told.
    record Marks(long seq, boolean derived, Instant lastEventAt) {
        static final Marks NONE = new Marks(0, false, Instant.EPOCH);
    }

    /// What a list of threads said: a word to begin with, and whether the thread is put away.
    record Listing(String word, Instant at, boolean archived) {
        static final Listing NONE = new Listing("", Instant.EPOCH, false);
    }

    /// The last number that was told, 0 for none.
    public long seq() {
        return marks.seq();
    }

    /// When something last happened; the epoch's start when nothing did.
    public Instant lastEventAt() {
        return marks.lastEventAt();
    }

    public Depths depths() {
        return depths;
    }

    Marks marks() {
        return marks;
    }

    CurrentTurn turn() {
        return turn;
    }

    Overlays overlays() {
        return overlays;
    }

    Listing listing() {
        return listing;
    }

    public View derive(Instant now) {
        return Derivation.of(this, now);
    }

    /// The state after one more signal. A number that was seen changes nothing.
    public ChatState after(LoggedSignal told) {
        if (told.seq() > 0 && told.seq() <= marks.seq()) return this;
        var seen = new ChatState(
                new Marks(Math.max(marks.seq(), told.seq()), true, latest(told.at())), turn, depths, overlays, listing);
        var late = !told.signal().isAboutTurns() && turn.isClosed(told.turn());
        return late ? seen : seen.recovered(told.signal()).moved(told).clocked(told.at());
    }

    private Instant latest(Instant at) {
        return at.isAfter(marks.lastEventAt()) ? at : marks.lastEventAt();
    }

    /// Progress ends a passing error, and new work even a fatal one.
    private ChatState recovered(Signal signal) {
        return switch (overlays.error().kind()) {
            case NONE -> this;
            case TRANSIENT -> signal.isProgress() ? with(overlays.with(Failure.NONE)) : this;
            case FATAL -> signal.isNewWork() ? with(overlays.with(Failure.NONE)) : this;
        };
    }

    private ChatState clocked(Instant at) {
        boolean asked = depths.of(Life.APPROVAL) + depths.of(Life.INPUT) > 0;
        return with(turn.paused(asked, at));
    }

    private ChatState moved(LoggedSignal told) {
        return switch (told.signal()) {
            case Signal.TurnBegan _ -> began(told);
            case Signal.TurnEnded end -> ended(told, end);
            case Signal.Speaking _ ->
                with(turn.implied(told.turn(), told.at())
                                .speaking(Voice.RESPONDING)
                                .showing(Voice.RESPONDING))
                        .with(overlays.with(Terminal.NONE));
            case Signal.Spoke _ -> with(turn.speaking(Voice.SILENT).showing(Voice.SILENT));
            case Signal.Thinking thinking ->
                with(turn.implied(told.turn(), told.at()).showing(Voice.THINKING))
                        .with(overlays.with(overlays.title().after(thinking)));
            case Signal.ThinkingBroke _ -> with(overlays.with(overlays.title().sectionBroken()));
            case Signal.Begun begun -> begun(told, begun);
            case Signal.Ended(var life, var id) -> ended(life, id);
            case Signal.Answered(var id) -> answered(id);
            case Signal.CommandOutput(var id) -> output(told, id);
            case Signal.TerminalTouched touched -> touched(told, touched);
            case Signal.Asked asked -> asked(told, asked);
            case Signal.Resolved(var ids) -> with(resolved(ids));
            case Signal.McpChanged change -> with(overlays.with(overlays.mcp().after(change, told.at())));
            case Signal.McpSettled _ -> with(overlays.with(Startups.NONE));
            case Signal.Background background ->
                with(overlays.with(
                        background.done()
                                ? Task.NONE
                                : new Task(true, background.label(), background.details(), told.at())));
            case Signal.Trouble trouble -> troubled(told, trouble);
            case Signal.StatusReported reported -> reported(told, reported);
            case Signal.Held held -> held(told, held);
            case Signal.Released(var id) -> released(told, id);
            case Signal.Attended _ -> with(overlays.holding(List.of()));
            case Signal.Archived(var archived) ->
                new ChatState(marks, turn, depths, overlays, new Listing("", Instant.EPOCH, archived));
            case Signal.Closed _ -> swept(told.at()).with(overlays.swept().with(Startups.NONE));
            case Signal.UserSpoke _, Signal.Progress _, Signal.Neutral _ -> this;
        };
    }

    private ChatState began(LoggedSignal told) {
        // A copy of what is known, or a beginning that comes after its end.
        if (turn.isActive(told.turn()) || turn.isClosed(told.turn())) return this;
        return new ChatState(
                marks,
                turn.began(told.turn(), told.at()),
                Depths.NONE,
                overlays.swept().with(Failure.NONE),
                listing);
    }

    private ChatState ended(LoggedSignal told, Signal.TurnEnded end) {
        if (turn.isClosed(told.turn())) return this;
        var another = turn.open() && !turn.id().isEmpty() && !told.turn().isEmpty() && !turn.isActive(told.turn());
        if (another) return with(turn.remembered(told.turn()));
        var over = new ChatState(
                marks, turn.ended(told.turn(), end.ending(), told.at()), depths.swept(), overlays.swept(), listing);
        return over.with(over.overlays.with(Startups.NONE).with(errorAfter(end)));
    }

    private Failure errorAfter(Signal.TurnEnded end) {
        var error = overlays.error();
        if (end.ending() == Signal.Ending.FAILED) {
            var text = end.error().isEmpty() ? error.text() : end.error();
            return new Failure(Failure.Kind.FATAL, text, error.details());
        }
        return error.kind() == Failure.Kind.FATAL && !end.settled() ? error : Failure.NONE;
    }

    private ChatState begun(LoggedSignal told, Signal.Begun begun) {
        var life = begun.life();
        var ids = ids(begun.id());
        var next = depths;
        // Work has begun, so its approval was given. Without an id it may be anybody's.
        if (ids.isEmpty() && (life == Life.COMMAND || life == Life.EDIT)) {
            next = next.drop(one -> one.life() == Life.APPROVAL);
        } else if (life.isWork()) {
            next = next.drop(one -> one.life() == Life.APPROVAL && one.has(begun.id()));
        }
        next = next.begin(new Depths.Open(life, ids, begun.label(), told.at(), Instant.MAX));
        var quiet = with(turn.showing(Voice.SILENT)).with(next);
        return life == Life.COMMAND ? quiet.withoutTerminal(begun.id()) : quiet;
    }

    private ChatState ended(Life life, String id) {
        var next = with(depths.end(life, ids(id)));
        return life == Life.COMMAND ? next.withoutTerminal(id) : next;
    }

    private ChatState answered(String id) {
        var next = depths;
        for (var life : Life.values()) if (life.isWork()) next = next.end(life, List.of(id));
        return with(next).withoutTerminal(id);
    }

    private ChatState output(LoggedSignal told, String id) {
        var next = withoutTerminal(id);
        // The beginning was lost; without an id, or without a turn, it may as well be over.
        if (id.isEmpty() || !turn.open()) return next;
        return next.with(depths.begin(new Depths.Open(Life.COMMAND, ids(id), "", told.at(), Instant.MAX)));
    }

    private ChatState touched(LoggedSignal told, Signal.TerminalTouched touched) {
        if (touched.typed()) return withoutTerminal(touched.id());
        if (depths.hasEnded(Life.COMMAND, touched.id())) return this;
        var command = touched.command().isEmpty() ? depths.label(Life.COMMAND, touched.id()) : touched.command();
        return with(overlays.with(new Terminal(true, touched.id(), command, told.at())));
    }

    private ChatState withoutTerminal(String id) {
        return overlays.terminal().isOf(id) ? with(overlays.with(Terminal.NONE)) : this;
    }

    private ChatState asked(LoggedSignal told, Signal.Asked asked) {
        var what = Shortened.to(asked.what(), QUESTION_SHOWN);
        var open = new Depths.Open(asked.life(), asked.ids(), what, told.at(), asked.until());
        return with(turn.showing(Voice.SILENT)).with(depths.begin(open));
    }

    private Depths resolved(List<String> ids) {
        if (!ids.isEmpty()) return depths.end(Life.APPROVAL, ids).end(Life.INPUT, ids);
        return depths.end(depths.of(Life.APPROVAL) > 0 ? Life.APPROVAL : Life.INPUT, ids);
    }

    private ChatState troubled(LoggedSignal told, Signal.Trouble trouble) {
        if (trouble.fatal()) {
            var fatal = new Failure(Failure.Kind.FATAL, trouble.text(), trouble.details());
            return swept(told.at()).with(overlays.swept().with(fatal));
        }
        if (overlays.error().kind() == Failure.Kind.FATAL) return this;
        return with(overlays.with(new Failure(Failure.Kind.TRANSIENT, trouble.text(), trouble.details())));
    }

    private ChatState reported(LoggedSignal told, Signal.StatusReported reported) {
        return switch (reported.status()) {
            case ACTIVE ->
                with(turn.implied(told.turn(), told.at()))
                        .with(depths.reconciled(Life.APPROVAL, reported.asks().contains(Life.APPROVAL), told.at())
                                .reconciled(Life.INPUT, reported.asks().contains(Life.INPUT), told.at()));
            case IDLE -> swept(told.at()).with(overlays.swept().with(Failure.NONE));
            case SYSTEM_ERROR -> swept(told.at()).with(overlays.swept().with(new Failure(Failure.Kind.FATAL, "", "")));
        };
    }

    private ChatState held(LoggedSignal told, Signal.Held held) {
        if (!turn.open()) return this;
        var waiting = new Waiting(held.why(), held.id(), held.detail(), told.at(), held.until());
        return held.why() == Waiting.Why.INTERRUPTED ? deserted(waiting) : with(overlays.holding(waiting));
    }

    /// What only the process knew that has ended goes with it: that it tried again, what its calls
    /// asked, what it started.
    private ChatState deserted(Waiting waiting) {
        var error = overlays.error().kind() == Failure.Kind.FATAL ? overlays.error() : Failure.NONE;
        return with(turn.speaking(Voice.SILENT).showing(Voice.SILENT))
                .with(depths.drop(one -> one.life().needsPerson()))
                .with(overlays.swept().with(error).with(Startups.NONE).holding(waiting));
    }

    /// All that was waited for has come: the turn waits for a worker to go on with it.
    private ChatState released(LoggedSignal told, String id) {
        var left = overlays.held().stream().filter(one -> !one.id().equals(id)).toList();
        var next = with(overlays.holding(left));
        return left.isEmpty() && !overlays.held().isEmpty()
                ? next.held(told, new Signal.Held(Waiting.Why.WORKER, "", "", Instant.MAX))
                : next;
    }

    private ChatState swept(Instant at) {
        return new ChatState(marks, turn.swept(at), depths.swept(), overlays, listing);
    }

    private static List<String> ids(String id) {
        return id.isEmpty() ? List.of() : List.of(id);
    }

    /// What a list of threads says. Its word counts only until the first event.
    public ChatState listed(String word, boolean archived, Instant at) {
        return new ChatState(marks, turn, depths, overlays, new Listing(word, at, archived));
    }

    private ChatState with(CurrentTurn next) {
        return new ChatState(marks, next, depths, overlays, listing);
    }

    private ChatState with(Depths next) {
        return new ChatState(marks, turn, next, overlays, listing);
    }

    private ChatState with(Overlays next) {
        return new ChatState(marks, turn, depths, next, listing);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChatState that
                && marks.equals(that.marks)
                && turn.equals(that.turn)
                && depths.equals(that.depths)
                && overlays.equals(that.overlays)
                && listing.equals(that.listing);
    }

    @Override
    public int hashCode() {
        return marks.hashCode();
    }
}
