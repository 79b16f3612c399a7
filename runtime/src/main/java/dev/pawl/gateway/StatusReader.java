package dev.pawl.gateway;

import dev.pawl.card.Card;
import dev.pawl.card.Question;
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
import dev.pawl.kernel.Vital;
import dev.pawl.kernel.Wait;
import dev.pawl.status.AgentStatus;
import dev.pawl.status.ChatState;
import dev.pawl.status.Life;
import dev.pawl.status.LogSignals;
import dev.pawl.status.Signal;
import dev.pawl.status.Told;
import dev.pawl.status.Waiting.Why;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Works out how threads stand: the log's last turn folded, and what only the head knows beside it.
/// Safe for use by many threads.
public final class StatusReader {
    private static final int PAGE = 500;

    private final Ledger ledger;
    private final LogSignals signals;
    private final Function<WorkerId, Vital> vitals;

    /// How a thread stands. `seq` is the last event that was taken into account; with an empty
    /// `turn` there is nothing left to do.
    public record Standing(ChatState state, AgentStatus agent, Optional<TurnId> turn, long seq) {}

    /// @param vitals what is known of a worker's process
    public StatusReader(Ledger ledger, Function<WorkerId, Vital> vitals) {
        this.ledger = ledger;
        this.signals = new LogSignals(this::card);
        this.vitals = vitals;
    }

    private Optional<Card> card(CardId id) {
        return ledger.card(id);
    }

    /// How a thread stands at a moment, by everything that was committed before it was asked. A
    /// damaged log is an error of that thread alone: a list of threads does not fail because of
    /// one.
    public Standing standing(ThreadId thread, boolean archived, Instant now) {
        var agent = new AgentId(thread.value());
        var head = ledger.head(agent);
        var state = ChatState.NEW;
        var fold = AgentStatus.Fold.NEW;
        long seq = 0;
        if (head.isPresent()) {
            try {
                for (var logged : lastTurn(head.get())) {
                    for (var signal : signals.of(logged)) {
                        fold = fold.after(new Told(0, logged.at(), logged.turn().value(), signal));
                    }
                    state = signals.after(state, logged);
                    seq = logged.seq();
                }
                for (var told : besideTheLog(head.get(), now)) state = state.after(told);
            } catch (DamagedRecord damaged) {
                state = state.after(new Told(0, now, "", new Signal.Trouble("", firstLine(damaged), true)));
            }
        }
        if (archived) state = state.after(new Told(0, Instant.EPOCH, "", new Signal.Archived(true)));
        return new Standing(state, fold.status(), head.flatMap(StatusReader::active), seq);
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

    private List<Told> besideTheLog(Head head, Instant now) {
        return switch (head.state()) {
            case Running(var gate, var lease) -> {
                var since = lease.until().isBefore(now) && !lease.isReleased() ? lease.until() : head.since();
                yield isGone(lease, now)
                        ? List.of(told(gate.turn(), since, held(Why.INTERRUPTED, "", "", Instant.MAX)))
                        : questions(gate.turn(), head);
            }
            case Suspended(var gate, var _, var _) -> waits(gate.turn(), head);
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

    /// The waits say why, since when and until when; the log only that there are some.
    private List<Told> waits(TurnId turn, Head head) {
        var tolds = new ArrayList<Told>();
        var waits = ledger.waits(head.agent());
        if (!waits.isEmpty()) tolds.add(told(turn, head.since(), new Signal.Attended()));
        for (var wait : waits) tolds.add(told(turn, wait.since(), signal(wait)));
        return tolds;
    }

    /// What running calls ask.
    private List<Told> questions(TurnId turn, Head head) {
        return ledger.waits(head.agent()).stream()
                .map(wait -> told(turn, wait.since(), signal(wait)))
                .toList();
    }

    private static Signal signal(Wait wait) {
        var need = wait.need();
        var what = switch (need.question()) {
            case Question.Note(var text) -> text.isEmpty() ? need.tool() : text;
            case Question.Approval approval -> approval.title();
            case Question.Form _ -> need.tool();
            case Question.Elicitation(var server, var message, var _) -> server + ": " + message;
        };
        var call = wait.call().value();
        return switch (need.reason()) {
            case APPROVAL -> new Signal.Asked(Life.APPROVAL, List.of(call), what, wait.deadline());
            case QUESTION -> new Signal.Asked(Life.INPUT, List.of(call), what, wait.deadline());
            case TOOL -> held(Why.TOOL, call, what, wait.deadline());
            case AGENT -> held(Why.AGENT, call, what, wait.deadline());
            case RATE_LIMIT -> held(Why.RATE_LIMIT, call, what, wait.deadline());
            case BUDGET -> held(Why.BUDGET, call, what, wait.deadline());
        };
    }

    private static Signal held(Why why, String id, String detail, Instant until) {
        return new Signal.Held(why, id, detail, until);
    }

    private static Told told(TurnId turn, Instant at, Signal signal) {
        return new Told(0, at, turn.value(), signal);
    }
}
