package dev.pawl.gateway;

import dev.pawl.card.Card;
import dev.pawl.event.DamagedRecord;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Liveness;
import dev.pawl.status.AgentStatus;
import dev.pawl.status.ChatState;
import dev.pawl.status.LogSignals;
import dev.pawl.status.LoggedSignal;
import dev.pawl.status.Signal;
import dev.pawl.status.Waiting.Why;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Works out how threads stand: the log's last turn folded, and what only the head knows beside it.
/// Safe for use by many threads.
public final class StatusReader {
    private static final int PAGE = 500;
    private static final Signal INTERRUPTED = new Signal.Held(Why.INTERRUPTED, "", "", Instant.MAX);

    private final Ledger ledger;
    private final Function<WorkerId, Liveness> vitals;

    /// How a thread stands. `seq` is the last event that was taken into account; with an empty
    /// `turn` there is nothing left to do.
    public record Snapshot(ChatState state, AgentStatus agent, Optional<TurnId> turn, long seq) {}

    /// @param vitals what is known of a worker's process
    public StatusReader(Ledger ledger, Function<WorkerId, Liveness> vitals) {
        this.ledger = ledger;
        this.vitals = vitals;
    }

    /// The cards that these events cannot be understood without, in one read.
    private Map<CardId, Card> cards(List<LoggedEvent> events) {
        var ids = events.stream()
                .flatMap(logged -> LogSignals.card(logged.event()).stream())
                .toList();
        return ids.isEmpty()
                ? Map.of()
                : ledger.cards(ids).stream().collect(Collectors.toMap(Card::id, Function.identity()));
    }

    /// How a thread stands at a moment, by everything that was committed before it was asked. A
    /// damaged log is an error of that thread alone: a list of threads does not fail because of
    /// one.
    public Snapshot standing(ThreadId thread, boolean archived, Instant now) {
        var agent = new AgentId(thread.value());
        var head = ledger.head(agent);
        var state = ChatState.NEW;
        var fold = AgentStatus.Fold.NEW;
        long seq = 0;
        if (head.isPresent()) {
            try {
                var events = lastTurn(head.get());
                var cards = cards(events);
                for (var logged : events) {
                    for (var signal : LogSignals.of(
                            logged, LogSignals.card(logged.event()).map(cards::get))) {
                        fold = fold.after(signal);
                        state = state.after(signal);
                    }
                    seq = logged.seq();
                }
                for (var told : besideTheLog(head.get(), now)) state = state.after(told);
            } catch (DamagedRecord damaged) {
                state = state.after(new LoggedSignal(0, now, "", new Signal.Trouble("", firstLine(damaged), true)));
            }
        }
        if (archived) state = state.after(new LoggedSignal(0, Instant.EPOCH, "", new Signal.Archived(true)));
        return new Snapshot(state, fold.status(), head.flatMap(StatusReader::active), seq);
    }

    /// A log that was folded as far as a number. The next look reads only what came since.
    public record Progress(ChatState log, AgentStatus.Fold agent, long seq) {
        public static final Progress NONE = new Progress(ChatState.NEW, AgentStatus.Fold.NEW, 0);
    }

    /// What is known after the events since. A thread that is far behind is read from its last turn
    /// on.
    ///
    /// @throws DamagedRecord when the log cannot be read
    public Progress advance(ThreadId thread, Progress known) {
        var head = ledger.head(new AgentId(thread.value()));
        if (head.isEmpty()) return Progress.NONE;
        var last = head.get().tally().events();
        var isFar = known.seq() == 0 || last - known.seq() > PAGE;
        var events = isFar ? lastTurn(head.get()) : ledger.events(head.get().agent(), known.seq(), PAGE);
        var cards = cards(events);
        var state = isFar ? ChatState.NEW : known.log();
        var fold = isFar ? AgentStatus.Fold.NEW : known.agent();
        var seq = known.seq();
        for (var logged : events) {
            var card = LogSignals.card(logged.event()).map(cards::get);
            for (var signal : LogSignals.of(logged, card)) {
                fold = fold.after(signal);
                state = state.after(signal);
            }
            seq = logged.seq();
        }
        return new Progress(state, fold, seq);
    }

    /// How a thread stands by a log that was read before.
    public Snapshot standing(ThreadId thread, Progress known, boolean archived, Instant now) {
        var head = ledger.head(new AgentId(thread.value()));
        var state = known.log();
        if (head.isPresent()) for (var told : besideTheLog(head.get(), now)) state = state.after(told);
        if (archived) state = state.after(new LoggedSignal(0, Instant.EPOCH, "", new Signal.Archived(true)));
        return new Snapshot(state, known.agent().status(), head.flatMap(StatusReader::active), known.seq());
    }

    private static String firstLine(DamagedRecord damaged) {
        return String.valueOf(damaged.getMessage()).lines().findFirst().orElse("");
    }

    /// Whether a process runs the thread's turn at the moment, as far as can be known here.
    public boolean isRun(ThreadId thread, Instant now) {
        return ledger.head(new AgentId(thread.value()))
                .filter(head -> head.state() instanceof Running(var _, var lease) && !isGone(lease, now))
                .isPresent();
    }

    private static Optional<TurnId> active(Head head) {
        return head.state() instanceof Active active ? Optional.of(active.gate().turn()) : Optional.empty();
    }

    /// The log from the beginning of the turn under way, or from the end of the last one: what is
    /// before it cannot show any more. Read from the end, so that a long thread costs no more than
    /// a short one.
    private List<LoggedEvent> lastTurn(Head head) {
        var tail = new ArrayDeque<LoggedEvent>();
        long until = head.tally().events();
        while (until > 0) {
            long after = Math.max(0, until - PAGE);
            var page = ledger.events(head.agent(), after, (int) (until - after));
            for (int i = page.size() - 1; i >= 0; i--) {
                tail.addFirst(page.get(i));
                if (opens(page.get(i), head)) return List.copyOf(tail);
            }
            until = after;
        }
        return List.copyOf(tail);
    }

    private static boolean opens(LoggedEvent logged, Head head) {
        return switch (head.state()) {
            case Active active ->
                logged.event() instanceof Event.TurnDispatched
                        && logged.turn().equals(active.gate().turn());
            case Idle _ -> logged.event() instanceof Event.TurnDelivered;
        };
    }

    private List<LoggedSignal> besideTheLog(Head head, Instant now) {
        return switch (head.state()) {
            case Running(var gate, var lease) -> {
                var since = lease.until().isBefore(now) && !lease.isReleased() ? lease.until() : head.since();
                yield isGone(lease, now)
                        ? List.of(new LoggedSignal(0, since, gate.turn().value(), INTERRUPTED))
                        : WaitSignals.ofRunning(gate.turn(), ledger.waits(head.agent()));
            }
            case Suspended(var gate, var _, var _) ->
                WaitSignals.ofSuspended(gate.turn(), head.since(), ledger.waits(head.agent()));
            case Idle _, Dispatched _ -> List.of();
        };
    }

    /// A living process on this machine has its lease renewed soon, whatever the clock says.
    private boolean isGone(Lease lease, Instant now) {
        return switch (vitals.apply(lease.owner())) {
            case DEAD -> true;
            case ALIVE -> lease.isReleased();
            case STOPPED, UNKNOWN -> lease.until().isBefore(now);
        };
    }
}
