package dev.pawl.gateway;

import dev.pawl.agent.approval.Rulebook;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.command.Command;
import dev.pawl.event.Event;
import dev.pawl.event.Feed;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.status.LoggedSignal;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.view.QuestionView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Accepts commands and lets surfaces watch. Safe for use by many threads.
public final class Gateway {
    private static final int PAGE = 500;

    private final Ledger ledger;
    private final Threads threads;
    private final Feed feed;
    private final Pools pools;
    private final Decisions decisions;
    private final Adoption adoption;

    /// What becomes of a turn of another pool when a command concerns it.
    public enum Adoption {
        /// It stays with its pool.
        NONE,
        /// It is given to the pool of this gateway, whose workers go on with it: the words of a
        /// client are not left in a turn that no worker runs.
        BY_COMMAND
    }

    /// Whose workers run a thread's turns.
    @FunctionalInterface
    public interface Pools {
        WorkerTarget of(ThreadId thread);
    }

    public Gateway(Ledger ledger, Threads threads, Feed feed, WorkerTarget target, Rulebook rules) {
        this(ledger, threads, feed, _ -> target, rules, Adoption.NONE);
    }

    public Gateway(Ledger ledger, Threads threads, Feed feed, Pools pools, Rulebook rules, Adoption adoption) {
        this.adoption = adoption;
        this.ledger = ledger;
        this.threads = threads;
        this.feed = feed;
        this.pools = pools;
        this.decisions = new Decisions(ledger, threads, rules);
    }

    /// Begins a thread, or does nothing when it is there.
    public void open(ChatThread thread) {
        threads.add(thread);
    }

    /// Sets a thread up anew; its name and its shelf stay as they are.
    public void setUp(ThreadId thread, Setup setup, Instant now) {
        threads.setUp(thread, setup, now);
    }

    public Optional<ChatThread> thread(ThreadId id) {
        return threads.find(id);
    }

    /// The threads that were used last, newest first.
    public List<ChatThread> latest(Threads.Filter filter, int max) {
        return threads.latest(filter, max);
    }

    public Reply accept(Command command) {
        return switch (command) {
            case Command.Submit(var id, var thread, var items, var source) ->
                reply(thread, ledger.enqueue(request(id, thread, items, source)));
            case Command.Steer(var id, var thread, var items, var source) ->
                reply(thread, ledger.steer(request(id, thread, items, source)));
            case Command.Decide decide -> adopting(decide.thread(), decisions.decide(decide));
            case Command.Answer answer -> adopting(answer.thread(), decisions.answer(answer));
            case Command.Interrupt(var id, var thread, var turn, var reason) ->
                switch (ledger.stop(id, agent(thread), turn, reason)) {
                    case Stopping.Stopped _, Stopping.OverAlready _ -> new Reply.Stopped();
                    case Stopping.UnknownTurn _ ->
                        new Reply.Refused("there is no turn " + turn + " in thread " + thread);
                };
        };
    }

    private TurnRequest request(LetterId id, ThreadId thread, List<Item> items, String source) {
        return new TurnRequest(id, agent(thread), pools.of(thread), LetterKind.TURN, items, Lineage.root(source));
    }

    /// The turn that a command concerns is from now on this gateway's business.
    private Reply adopting(ThreadId thread, Reply reply) {
        if (adoption == Adoption.NONE || reply instanceof Reply.Refused) return reply;
        var agent = agent(thread);
        var target = pools.of(thread);
        var isOurs =
                ledger.head(agent).filter(head -> head.target().equals(target)).isPresent();
        if (!isOurs) ledger.assign(agent, target);
        return reply;
    }

    private Reply reply(ThreadId thread, Receipt receipt) {
        return switch (receipt) {
            case Receipt.Accepted(var turn, var dispatched) ->
                dispatched ? new Reply.Accepted(turn) : adopting(thread, new Reply.Accepted(turn));
            case Receipt.Duplicate(var turn) -> new Reply.Accepted(turn);
            case Receipt.Steered(var turn) -> adopting(thread, new Reply.Steered(turn));
            case Receipt.Conflict(var letter) ->
                new Reply.Refused("the id " + letter + " was used for another request");
            case Receipt.Busy(var turn) -> new Reply.Refused("turn " + turn + " is under way");
            case Receipt.TooDeep(var depth) -> new Reply.Refused("agents have called agents " + depth + " times");
            case Receipt.InboxFull(var letters) ->
                new Reply.Refused("the thread's inbox is full (" + letters + " requests): try again later");
        };
    }

    /// What a person is asked in a thread, in the order it was asked.
    public List<QuestionView> questions(ThreadId thread) {
        return decisions.questions(thread);
    }

    /// What a person is asked in any thread, the longest wait first.
    public List<QuestionView> questions() {
        return decisions.questions();
    }

    /// What a suspended turn of the thread waits for, for its status; empty when it is not
    /// suspended.
    public List<LoggedSignal> waits(ThreadId thread) {
        var head = ledger.head(agent(thread));
        return head.isPresent() && head.get().state() instanceof Suspended suspended
                ? WaitSignals.ofSuspended(suspended.gate().turn(), head.get().since(), ledger.waits(agent(thread)))
                : List.of();
    }

    /// The turn under way, if there is one.
    public Optional<TurnId> activeTurn(ThreadId thread) {
        return ledger.head(agent(thread))
                .filter(head -> head.state() instanceof Active)
                .map(head -> ((Active) head.state()).gate().turn());
    }

    /// The number of the thread's last event, 0 for none.
    public long lastEvent(ThreadId thread) {
        return ledger.head(agent(thread)).map(head -> head.tally().events()).orElse(0L);
    }

    /// Events after a number; waits for the first one.
    public List<LoggedEvent> watch(ThreadId thread, long after, Duration patience) throws InterruptedException {
        return feed.after(agent(thread), after, PAGE, patience);
    }

    /// Where to begin reading to know how the thread stood at an event: the event before the one
    /// that began the turn under way then, or before the end of the last turn.
    public long beginning(ThreadId thread, long at) {
        if (at == 0) return 0;
        var agent = agent(thread);
        var began = ledger.marksBefore(agent, TurnMark.BEGAN, at + 1, 1);
        if (!began.isEmpty()) {
            var turn = began.getFirst();
            var isOver = ledger.marksOf(agent, turn.turn()).stream()
                    .anyMatch(mark -> mark.seq() <= at && TurnMark.ENDED.isOf(mark.event()));
            if (!isOver) return turn.seq() - 1;
        }
        var ended = ledger.marksBefore(agent, TurnMark.ENDED, at + 1, 1);
        return ended.isEmpty() ? 0 : ended.getFirst().seq() - 1;
    }

    public Optional<Card> card(CardId card) {
        return ledger.card(card);
    }

    /// The cards that these events name.
    public Map<CardId, Card> cards(List<LoggedEvent> events) {
        var ids = new ArrayList<CardId>();
        for (var logged : events) {
            if (logged.event() instanceof Event.ItemRecorded(var card, var _, var _)) ids.add(card);
            if (logged.event() instanceof Event.TurnDelivered(var card, var _, var _)) ids.add(card);
        }
        var cards = new HashMap<CardId, Card>();
        if (!ids.isEmpty()) ledger.cards(ids).forEach(card -> cards.put(card.id(), card));
        return cards;
    }

    private static AgentId agent(ThreadId thread) {
        return new AgentId(thread.value());
    }
}
