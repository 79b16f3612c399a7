package dev.pawl.gateway;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.kernel.receipt.Forked;
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// What an owner does with threads besides talking in them: list, put away, fork, import, delete.
/// Safe for use by many threads.
public final class ThreadOperations {
    private static final int PAGE = 500;
    private static final int PREVIEW = 200;
    private static final int DROP_ATTEMPTS = 5;
    /// More than an inbox holds.
    private static final int MOST_STOPPED = 1000;

    private final Ledger ledger;
    private final Threads threads;
    private final WorkerTarget target;
    private final Consumer<ThreadId> endCommands;

    public ThreadOperations(Ledger ledger, Threads threads, WorkerTarget target) {
        this(ledger, threads, target, _ -> {});
    }

    /// @param endCommands ends what still runs for a thread that is stopped, archived or deleted
    public ThreadOperations(Ledger ledger, Threads threads, WorkerTarget target, Consumer<ThreadId> endCommands) {
        this.ledger = ledger;
        this.threads = threads;
        this.target = target;
        this.endCommands = endCommands;
    }

    public Threads.Page page(Threads.Query query) {
        return threads.page(query);
    }

    public long size(ThreadId thread) {
        return threads.size(thread);
    }

    public void rename(ThreadId thread, String title, Instant now) {
        threads.rename(thread, title, now);
    }

    /// Changes what is kept beside a thread under a name; see [Threads#note].
    public String note(ThreadId thread, String name, UnaryOperator<String> change) {
        return threads.note(thread, name, change);
    }

    /// All that is kept beside a thread, by name.
    public Map<String, String> notes(ThreadId thread) {
        return threads.notes(thread);
    }

    /// What is kept under a name beside any thread.
    public Map<ThreadId, String> noted(String name) {
        return threads.noted(name);
    }

    /// Puts one thread away, or takes it back.
    public void shelve(ThreadId thread, boolean archived, Instant now) {
        threads.shelve(thread, archived, now);
    }

    /// Puts a thread away with all it has called, or takes them back; answers which have changed.
    /// Nothing runs in a thread that was put away: its turns are stopped.
    public List<ThreadId> archive(ThreadId thread, boolean archived, Instant now) {
        var changed = new ArrayList<ThreadId>();
        for (var id : family(thread)) {
            threads.find(id).filter(found -> found.archived() != archived).ifPresent(found -> {
                threads.shelve(id, archived, now);
                changed.add(id);
                if (!archived) return;
                stop(id, "the thread was archived");
                endCommands.accept(id);
            });
        }
        return changed;
    }

    /// Ends the turn under way and those that are queued, each with a deliverable; answers which.
    public List<TurnId> stop(ThreadId thread, String reason) {
        var stopped = new ArrayList<TurnId>();
        // The end of one dispatches the next.
        for (var i = 0; i < MOST_STOPPED; i++) {
            var head = ledger.head(agent(thread));
            if (head.isEmpty() || !(head.get().state() instanceof Active active)) break;
            var turn = active.gate().turn();
            var letter =
                    new LetterId("stop." + turn + "." + active.gate().epoch().value());
            if (ledger.stop(letter, agent(thread), turn, reason) instanceof Stopping.Stopped) stopped.add(turn);
        }
        if (!stopped.isEmpty()) endCommands.accept(thread);
        return stopped;
    }

    /// The thread and all below it, parents first.
    private Set<ThreadId> family(ThreadId thread) {
        var found = new LinkedHashSet<ThreadId>(List.of(thread));
        var next = new ArrayList<ThreadId>(found);
        while (!next.isEmpty()) {
            var children = threads.children(next.removeFirst());
            for (var child : children) if (found.add(child)) next.add(child);
        }
        return found;
    }

    /// Deletes a thread and all it has called. What forks of it still read stays theirs.
    public Removal delete(ThreadId thread) {
        var gone = new ArrayList<ThreadId>();
        for (var id : List.copyOf(family(thread)).reversed()) {
            // The row goes last: a delete that was cut off can be asked for again.
            if (!ledger.erase(agent(id))) return new Removal.Busy(id);
            endCommands.accept(id);
            if (threads.find(id).isPresent()) gone.add(id);
            threads.revoke(id);
            threads.remove(id);
        }
        return new Removal.Gone(gone);
    }

    /// The last turn that is over and was not dropped, if there is one.
    public Optional<TurnId> lastTurn(ThreadId thread) {
        var dropped = new HashSet<TurnId>();
        long before = events(thread);
        while (before > 0) {
            long after = Math.max(0, before - PAGE);
            for (var logged :
                    ledger.events(agent(thread), after, (int) (before - after)).reversed()) {
                if (logged.event() instanceof Event.TurnsDropped(var turns, var _)) dropped.addAll(turns);
                var over = logged.event() instanceof Event.TurnDelivered && !dropped.contains(logged.turn());
                if (over) return Optional.of(logged.turn());
            }
            before = after;
        }
        return Optional.empty();
    }

    /// Takes the last turns out of what the agent reads and what is shown; all of them when there
    /// are not so many. Their log stays.
    public DropReply dropLast(ThreadId thread, int count) {
        return drop(thread, turns -> turns.subList(Math.max(0, turns.size() - count), turns.size()));
    }

    /// The same for a turn and all that follow it.
    public DropReply dropFrom(ThreadId thread, TurnId first) {
        return drop(
                thread, turns -> turns.contains(first) ? turns.subList(turns.indexOf(first), turns.size()) : List.of());
    }

    private DropReply drop(ThreadId thread, UnaryOperator<List<TurnId>> choice) {
        // Whoever writes in between makes the choice anew.
        for (var attempt = 0; attempt < DROP_ATTEMPTS; attempt++) {
            var standing = KeptTurns.of(ledger, agent(thread));
            var chosen = choice.apply(standing.turns());
            if (chosen.isEmpty()) return new DropReply.Refused("thread " + thread + " has no such turn");
            switch (ledger.drop(agent(thread), standing.seq(), chosen)) {
                case Dropped.Done _ -> {
                    return new DropReply.Dropped(chosen);
                }
                case Dropped.Busy(var turn) -> {
                    return new DropReply.Refused("turn " + turn + " is under way: interrupt it first");
                }
                case Dropped.Changed _ -> {}
            }
        }
        return new DropReply.Refused("thread " + thread + " changes all the time: try again");
    }

    private long events(ThreadId thread) {
        return ledger.head(agent(thread)).map(head -> head.tally().events()).orElse(0L);
    }

    /// A new thread that goes on after a turn of another. The cards are shared.
    public ForkReply fork(ThreadId source, TurnId until, ChatThread fork) {
        return switch (ledger.fork(agent(source), until, agent(fork.id()), target)) {
            case Forked.Done(var turn, var cards) -> {
                threads.add(fork);
                yield new ForkReply.Forked(turn, cards);
            }
            case Forked.NotOver(var turn) ->
                new ForkReply.Refused("thread " + source + " has no turn " + turn + " that is over");
            case Forked.InUse _ -> new ForkReply.Refused("thread " + fork.id() + " is there already");
        };
    }

    /// Keeps a thread that another program began; false when it is there already.
    public boolean adopt(ChatThread thread, List<Item> history) {
        var isNew = ledger.adopt(agent(thread.id()), target, history);
        threads.add(thread);
        return isNew;
    }

    /// All that the thread's next turn would read.
    public List<Card> history(ThreadId thread) {
        return ledger.output(agent(thread), 0);
    }

    /// What the thread inherited when it began, as a fork or an import, and has not compacted.
    public List<Card> inherited(ThreadId thread) {
        var cards = new ArrayList<Card>();
        var isOwn = new HashMap<TurnId, Boolean>();
        while (true) {
            var page = ledger.output(agent(thread), cards.size(), PAGE);
            for (var card : page) {
                if (isOwn.computeIfAbsent(card.origin().turn(), turn -> isOwn(thread, turn))) return cards;
                cards.add(card);
            }
            if (page.size() < PAGE) return cards;
        }
    }

    private boolean isOwn(ThreadId thread, TurnId turn) {
        return ledger.turn(turn)
                .filter(known -> known.agent().equals(agent(thread)))
                .isPresent();
    }

    /// The first words of the first request; empty when nothing was asked yet.
    public String preview(ChatThread thread) {
        var words = thread.forkedFrom().isEmpty() ? threads.preview(thread.id()) : "";
        return cut(words.isEmpty() ? inheritedPreview(thread.id()) : words);
    }

    private String inheritedPreview(ThreadId thread) {
        return ledger.output(agent(thread), 0, PAGE).stream()
                .map(card -> card.item() instanceof Item.UserMessage message ? message.text() : "")
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String cut(String text) {
        return text.length() <= PREVIEW ? text : text.substring(0, PREVIEW);
    }

    /// Whether the thread has nothing behind it that its next turn would read.
    public boolean isEmpty(ThreadId thread) {
        return ledger.output(agent(thread), 0, 1).isEmpty();
    }

    public TurnSpans spans(ThreadId thread) {
        return new TurnSpans(ledger, agent(thread));
    }

    /// Events after a number, without waiting.
    public List<LoggedEvent> events(ThreadId thread, long after, int max) {
        return ledger.events(agent(thread), after, max);
    }

    private static AgentId agent(ThreadId thread) {
        return new AgentId(thread.value());
    }
}
