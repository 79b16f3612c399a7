package dev.pawl.view;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.status.ChatState;
import dev.pawl.status.Life;
import dev.pawl.status.LogSignals;
import dev.pawl.status.LoggedSignal;
import dev.pawl.status.Signal;
import dev.pawl.view.ThreadChange.Growth;
import dev.pawl.view.ThreadChange.ItemGrew;
import dev.pawl.view.ThreadChange.QuestionAsked;
import dev.pawl.view.ThreadChange.QuestionSettled;
import dev.pawl.view.ThreadChange.StatusChanged;
import dev.pawl.view.ThreadChange.TurnEnded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the events of one thread, in order, and its live words, and says what they change for
/// those who watch. Depends on nothing else: the same input gives the same changes. Used by one
/// thread.
///
/// The log is complete without live words. They are taken for items of the open turn that the log
/// has not completed, and dropped otherwise.
public final class ViewFold {
    private static final Duration STATUS_AGE = Duration.ofSeconds(1);

    private final String cwd;
    private final boolean withStatus;
    private final Map<CallId, QuestionAsked> asked = new LinkedHashMap<>();
    private @Nullable ChatState status;
    private Instant statusHeardAt = Instant.EPOCH;
    private Class<?> heard = Void.class;
    private @Nullable TurnFold open;
    private @Nullable TurnId last;

    /// @param cwd the thread's folder
    public ViewFold(String cwd) {
        this(cwd, true);
    }

    private ViewFold(String cwd, boolean withStatus) {
        this.cwd = cwd;
        this.withStatus = withStatus;
    }

    /// One that gives no status: for what is long over, and for readers that show none.
    public static ViewFold ofItems(String cwd) {
        return new ViewFold(cwd, false);
    }

    /// Whether this one derives a status.
    public boolean hasStatus() {
        return withStatus;
    }

    /// The status after everything that was read; derive it with the current time.
    public ChatState status() {
        return status == null ? ChatState.NEW : status;
    }

    /// What a person is asked now, in the order it was asked.
    public List<QuestionAsked> questions() {
        return List.copyOf(asked.values());
    }

    public Optional<TurnId> turn() {
        return Optional.ofNullable(open).map(TurnFold::id);
    }

    /// Whether live words of this turn can be taken; the log may know more.
    public boolean isOpen(TurnId turn) {
        return open != null && open.id().equals(turn);
    }

    /// Whether the turn is the last one that ended: live words of it are late.
    public boolean isOver(TurnId turn) {
        return turn.equals(last);
    }

    public List<ThreadChange> after(ResolvedEvent resolved) {
        var logged = resolved.logged();
        var changes = new ArrayList<ThreadChange>();
        read(resolved, changes);
        if (!withStatus) return changes;
        heard = Void.class;
        var next = status(resolved);
        if (isShownAnew(next, logged.at()))
            changes.add(place(logged.event(), changes), new StatusChanged(next, logged.at()));
        status = next;
        return changes;
    }

    /// A beginning and a question are shown after the status they lead to, an answer before it; the
    /// turn's end is the last change.
    private static int place(Event event, List<ThreadChange> changes) {
        if (event instanceof Event.CallAnswered) return changes.size();
        return event instanceof Event.TurnDelivered ? changes.size() - 1 : 0;
    }

    private void read(ResolvedEvent resolved, List<ThreadChange> changes) {
        var logged = resolved.logged();
        var turn = logged.turn();
        var at = logged.at();
        switch (logged.event()) {
            case Event.TurnQueued(var letter) -> changes.add(new ThreadChange.TurnQueued(turn, letter));
            case Event.TurnStarted _ -> {
                open = new TurnFold(turn, at, cwd);
                changes.add(new ThreadChange.TurnBegan(turn, at));
            }
            case Event.ItemRecorded _ ->
                at(turn).ifPresent(known -> resolved.card().ifPresent(card -> known.read(card, at, changes)));
            case Event.TurnSteered(var letter) -> changes.add(new ThreadChange.Steered(turn, letter));
            case Event.PersonAsked(var call, var _) ->
                resolved.question().ifPresent(question -> {
                    var about = at(turn).flatMap(known -> known.call(call, at));
                    var change = new QuestionAsked(question, about);
                    asked.put(call, change);
                    changes.add(change);
                });
            case Event.CallAnswered(var call, var outcome) -> {
                settle(call, outcome, changes);
                if (outcome == CallOutcome.UNKNOWN) at(turn).ifPresent(known -> known.lose(call, at, changes));
            }
            case Event.TurnTakenOver(var reason, var takeovers) ->
                changes.add(new ThreadChange.TakenOver(turn, reason, takeovers));
            case Event.BoxReplaced(var box) -> {
                at(turn).ifPresent(TurnFold::compacting);
                changes.add(new ThreadChange.Compacted(turn, box));
            }
            case Event.TurnsDropped(var turns, var _) -> changes.add(new ThreadChange.TurnsDropped(turns));
            case Event.TokensCounted(var step, var total, var window) ->
                changes.add(new ThreadChange.TokensCounted(turn, new TokensView(step, total, window)));
            case Event.AnswerRetried(var attempt, var most, var reason) ->
                changes.add(new ThreadChange.Retrying(turn, attempt, most, reason));
            case Event.DiffChanged(var diff) -> changes.add(new ThreadChange.DiffChanged(turn, diff));
            case Event.ServerChanged(var server, var state, var error) ->
                changes.add(new ThreadChange.ServerChanged(server, state, error));
            case Event.Warned(var message) -> changes.add(new ThreadChange.Warned(message));
            case Event.TurnDelivered _ -> end(logged, resolved.card(), changes);
            case Event.TurnDispatched _, Event.TurnSuspended _, Event.TurnResumed _ -> {}
        }
    }

    private Optional<TurnFold> at(TurnId turn) {
        return Optional.ofNullable(open).filter(known -> known.id().equals(turn));
    }

    private void settle(CallId call, CallOutcome outcome, List<ThreadChange> changes) {
        var question = asked.remove(call);
        if (question != null) changes.add(new QuestionSettled(question.question(), outcome));
    }

    private void end(LoggedEvent logged, Optional<Card> card, List<ThreadChange> changes) {
        var turn = logged.turn();
        var end = card.map(Card::item)
                .filter(Item.Deliverable.class::isInstance)
                .map(Item.Deliverable.class::cast)
                .orElseGet(() -> Item.Deliverable.failed("the end of the turn cannot be read"));
        if (end.outcome() == Outcome.FAILED || end.outcome() == Outcome.TIMEOUT)
            changes.add(new ThreadChange.TurnFailed(turn, end));
        var ended = at(turn);
        if (ended.isPresent()) {
            ended.get().end(end, logged.at(), changes);
            for (var call : List.copyOf(asked.keySet())) settle(call, CallOutcome.CANCELED, changes);
            open = null;
            last = turn;
        }
        var since = ended.map(TurnFold::since).orElse(logged.at());
        changes.add(new TurnEnded(turn, since, logged.at(), end, ended.flatMap(TurnFold::last)));
    }

    /// A card of a turn that was over before the thread began, as in a fork or an import: its cards
    /// are here, its events are not. The first card of a turn begins it; [#endInherited] ends the
    /// last one.
    public List<ThreadChange> inherited(Card card) {
        var changes = new ArrayList<ThreadChange>();
        var turn = card.origin().turn();
        var current = open;
        if (current == null || !isOpen(turn)) {
            changes.addAll(endInherited());
            current = new TurnFold(turn, card.at(), cwd);
            open = current;
            changes.add(new ThreadChange.TurnBegan(turn, card.at()));
        }
        if (card.item() instanceof Item.Deliverable end) close(current, end, card.at(), changes);
        else current.read(card, card.at(), changes);
        return changes;
    }

    /// Ends the last inherited turn, whatever is left of it.
    public List<ThreadChange> endInherited() {
        var changes = new ArrayList<ThreadChange>();
        if (open != null) close(open, Item.Deliverable.success(""), open.since(), changes);
        return changes;
    }

    private void close(TurnFold turn, Item.Deliverable end, Instant at, List<ThreadChange> changes) {
        turn.end(end, at, changes);
        changes.add(new TurnEnded(turn.id(), turn.since(), at, end, turn.last()));
        open = null;
    }

    /// Live words of a turn; the caller has read the log as far as the turn needs it.
    public List<ThreadChange> after(TurnId turn, Live live, Instant at) {
        if (open == null || !isOpen(turn)) return List.of();
        var changes = new ArrayList<ThreadChange>();
        open.hear(live, at, changes);
        if (withStatus && !changes.isEmpty()) hearStatus(turn, live, at, changes);
        return changes;
    }

    /// A stream of words changes the status with its first one; after that only the time it was
    /// last heard moves on.
    private void hearStatus(TurnId turn, Live live, Instant at, List<ThreadChange> changes) {
        var last = changes.getLast();
        var same = live.getClass() == heard && at.isBefore(statusHeardAt.plus(STATUS_AGE));
        if (same && !(live instanceof Live.ReasoningDelta)) return;
        heard = live.getClass();
        statusHeardAt = at;
        var signal = switch (live) {
            case Live.ItemBegan _ -> new Signal.Progress();
            case Live.TextDelta _ -> new Signal.Speaking();
            case Live.ReasoningDelta(var card, var _, var text) -> new Signal.Thinking(card.value(), text, false);
            case Live.OutputDelta(var call, var _) ->
                last instanceof ItemGrew grew && grew.growth() instanceof Growth.Output
                        ? new Signal.CommandOutput(call.value())
                        : new Signal.Progress();
        };
        var next = status().after(new LoggedSignal(0, at, turn.value(), signal));
        if (isShownAnew(next, at)) changes.addFirst(new StatusChanged(next, at));
        status = next;
    }

    private ChatState status(ResolvedEvent resolved) {
        var logged = resolved.logged();
        if (logged.event() instanceof Event.PersonAsked(var call, var what)
                && resolved.question().isPresent()) {
            var question = resolved.question().get();
            var life = what == Event.PersonAsked.Asked.APPROVAL ? Life.APPROVAL : Life.INPUT;
            var signal = new Signal.Asked(life, List.of(call.value()), question.title(), question.until());
            return status().after(new LoggedSignal(
                    logged.seq(), logged.at(), logged.turn().value(), signal));
        }
        var next = LogSignals.after(status(), logged, resolved.card());
        for (var wait : resolved.waits()) next = next.after(wait);
        return next;
    }

    /// Whether a status line at this moment would say something else.
    private boolean isShownAnew(ChatState next, Instant at) {
        var before = status().derive(at);
        var after = next.derive(at);
        return !(before.status() == after.status()
                && before.level() == after.level()
                && before.header().equals(after.header())
                && before.details().equals(after.details())
                && before.attention().equals(after.attention())
                && before.interruptible() == after.interruptible()
                && before.waits().equals(after.waits()));
    }
}
