package dev.pawl.kernel.primitive;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.InProcessWorker;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.kernel.receipt.Forked;
import dev.pawl.kernel.receipt.HistoryReading;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Owned;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.kernel.receipt.Swept;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.receipt.Written;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/// The ledger over any store: each method opens one transaction and hands it to one primitive.
public final class DurableLedger implements Ledger {
    private final Transactions store;
    private final Limits limits;
    private final IdSource ids;
    private final InProcessWorker hands;

    public DurableLedger(Transactions store, Limits limits, IdSource ids) {
        this(store, limits, ids, InProcessWorker.NONE);
    }

    /// @param hands of this process; they are used where one transaction is over before the next
    public DurableLedger(Transactions store, Limits limits, IdSource ids, InProcessWorker hands) {
        this.store = store;
        this.limits = limits;
        this.ids = ids;
        this.hands = hands;
    }

    @Override
    public Receipt enqueue(TurnRequest request) {
        return accept(request, rows -> Enqueue.apply(rows, request, limits, ids));
    }

    @Override
    public Receipt steer(TurnRequest request) {
        return accept(request, rows -> Steer.apply(rows, request, limits, ids));
    }

    /// Accepts, and lets a hand that is free begin at once. What is committed and not seen by us is
    /// found by the worker's heartbeat.
    private Receipt accept(TurnRequest request, Function<Rows, Receipt> accepting) {
        var begun = new ArrayList<Hold>();
        var receipt = store.commit(rows -> {
            begun.clear();
            var answer = accepting.apply(rows);
            if (store.isSerial() && answer instanceof Receipt.Accepted(var _, var dispatched) && dispatched) {
                hands.free().ifPresent(worker -> begun.addAll(beginNow(rows, request.agent(), worker)));
            }
            return answer;
        });
        begun.forEach(hands::begin);
        return receipt;
    }

    private List<Hold> beginNow(Rows rows, AgentId agent, WorkerId worker) {
        var hand = new Rows.ClaimToken(worker, ids.fresh(), limits.claim());
        return rows.inbox().claim(agent, limits.attempts(), hand).stream()
                .map(claim -> Begin.apply(rows, claim, worker, limits))
                .toList();
    }

    @Override
    public ReportReceipt report(Answered answer) {
        return store.commit(rows -> Report.apply(rows, answer));
    }

    @Override
    public Stopping stop(LetterId letter, AgentId agent, TurnId turn, String reason) {
        return store.commit(rows -> Stop.apply(rows, letter, agent, turn, reason, ids));
    }

    @Override
    public boolean assign(AgentId agent, WorkerTarget target) {
        return store.commit(rows -> Assign.apply(rows, agent, target));
    }

    @Override
    public Forked fork(AgentId source, TurnId until, AgentId fork, WorkerTarget target) {
        return store.commit(rows -> Fork.apply(rows, source, until, fork, target, ids));
    }

    @Override
    public Dropped drop(AgentId agent, long asOf, List<TurnId> turns) {
        return store.commit(rows -> Drop.apply(rows, agent, asOf, turns, ids));
    }

    @Override
    public boolean adopt(AgentId agent, WorkerTarget target, List<Item> history) {
        return store.commit(rows -> Adopt.apply(rows, agent, target, history, ids));
    }

    @Override
    public boolean erase(AgentId agent) {
        return store.commit(rows -> Erase.apply(rows, agent));
    }

    @Override
    public List<Card> output(AgentId agent, int from, int max) {
        return store.read(rows -> rows.cards().ofOutput(agent, from, max));
    }

    @Override
    public List<Claim> claim(WorkerId worker, WorkerTarget target, int max, String token) {
        return store.commit(rows -> {
            var hand = new Rows.ClaimToken(worker, token, limits.claim());
            return rows.inbox().claim(target, limits.attempts(), max, hand);
        });
    }

    @Override
    public List<Claim> claim(WorkerId worker, AgentId agent, String token) {
        return store.commit(rows -> {
            var hand = new Rows.ClaimToken(worker, token, limits.claim());
            return rows.inbox().claim(agent, limits.attempts(), hand);
        });
    }

    @Override
    public Hold begin(Claim claim, WorkerId worker) {
        return store.commit(rows -> Begin.apply(rows, claim, worker, limits));
    }

    @Override
    public List<Hold> begin(List<Claim> claims, WorkerId worker) {
        return store.commit(rows -> Begin.all(rows, claims, worker, limits));
    }

    @Override
    public boolean takesAtOnce() {
        return store.isSerial();
    }

    @Override
    public List<Hold> take(WorkerId worker, WorkerTarget target, int max, String token) {
        if (!takesAtOnce()) throw new IllegalStateException("letters are claimed first in this store");
        return store.commit(rows -> {
            var hand = new Rows.ClaimToken(worker, token, limits.claim());
            var holds = new ArrayList<Hold>();
            for (var claim : rows.inbox().claim(target, limits.attempts(), max, hand)) {
                holds.add(Begin.apply(rows, claim, worker, limits));
            }
            return holds;
        });
    }

    @Override
    public List<AgentId> resumable(WorkerTarget target, int max) {
        return store.read(rows -> rows.heads().resumable(target, max));
    }

    @Override
    public Resumption resume(AgentId agent, WorkerId worker) {
        return store.commit(rows -> Resume.apply(rows, agent, worker, limits, ids));
    }

    @Override
    public List<AgentId> unclaimed(WorkerTarget target, Duration age, int max) {
        return store
                .read(rows -> rows.heads().dispatchedBefore(target, rows.now().minus(age), max))
                .stream()
                .map(Head::agent)
                .toList();
    }

    @Override
    public List<Owned> owned(WorkerTarget target, int max) {
        return store.read(rows -> rows.heads().owned(target, max));
    }

    @Override
    public Takeover takeOver(Gate gate, WorkerId worker, Departure departure) {
        return store.commit(rows -> TakeOver.apply(rows, gate, worker, departure, limits, ids));
    }

    @Override
    public Set<Gate> heartbeat(WorkerId worker) {
        return store.commit(rows -> rows.heads().renew(worker, rows.now().plus(limits.lease())));
    }

    @Override
    public Set<Gate> release(WorkerId worker) {
        return store.commit(rows -> rows.heads().renew(worker, Lease.RELEASED));
    }

    @Override
    public List<Card> history(Gate gate, int from) {
        return store.read(rows -> rows.cards().ofOutput(gate.agent(), from));
    }

    @Override
    public HistoryReading read(Gate gate, int from) {
        return store.read(rows -> {
            rows.prefetch(new Prefetch.AtMail(gate.agent()));
            var cards = rows.cards().ofOutput(gate.agent(), from);
            return new HistoryReading(cards, !Steer.unread(rows, gate).isEmpty());
        });
    }

    @Override
    public boolean takeSteers(Gate gate, Letter.NoticeText text) {
        return store.commit(rows -> Steer.take(rows, gate, text, ids));
    }

    @Override
    public Written append(Gate gate, Entry entry) {
        return store.commit(rows -> Append.apply(rows, gate, entry));
    }

    @Override
    public void suspend(Gate gate, Entry entry, List<Wait.Need> needs, List<RemoteCall> calls) {
        store.commit(rows -> {
            Suspend.apply(rows, gate, entry, needs, calls);
            return gate;
        });
    }

    @Override
    public Delivery deliver(Gate gate, Entry entry, CardId card, Item.Deliverable deliverable) {
        return store.commit(rows -> Deliver.apply(rows, gate, entry, card, deliverable, ids));
    }

    @Override
    public void inquire(Gate gate, StepId step, Wait.Need need) {
        store.commit(rows -> {
            Inquire.ask(rows, gate, step, need);
            return true;
        });
    }

    @Override
    public Optional<Item.Reported> takeAnswer(Gate gate, CallId call) {
        // Asked again and again: nothing is locked before there is something.
        if (!store.read(rows -> Inquire.isSettled(rows, gate, call))) return Optional.empty();
        return store.commit(rows -> Inquire.take(rows, gate, call));
    }

    @Override
    public void withdraw(Gate gate, CallId call) {
        store.commit(rows -> {
            Inquire.withdraw(rows, gate, call);
            return true;
        });
    }

    @Override
    public BoxId replaceBox(Gate gate, Entry entry) {
        return store.commit(rows -> Append.replaceBox(rows, gate, entry, ids));
    }

    @Override
    public Swept sweep(WorkerTarget target) {
        var failures = new ArrayList<RuntimeException>();
        var swept = new Swept(
                trying(failures, () -> dispatchIdle(target)),
                trying(failures, () -> ringAgain(target)),
                trying(failures, () -> release(target)),
                trying(failures, () -> timeOut(target)),
                trying(failures, () -> giveUp(target)),
                trying(failures, () -> skip(target)));
        if (!failures.isEmpty()) throw failures.getFirst();
        return swept;
    }

    /// What cannot be mended does not keep the rest from it: its failure comes last.
    private static int trying(List<RuntimeException> failures, IntSupplier work) {
        try {
            return work.getAsInt();
        } catch (StoreFailure down) {
            throw down;
        } catch (RuntimeException broken) {
            failures.add(broken);
            return 0;
        }
    }

    private int dispatchIdle(WorkerTarget target) {
        var agents = store.read(rows -> rows.heads().idleWithQueue(target, limits.batch()));
        return count(agents, agent -> store.commit(rows -> Sweep.dispatch(rows, agent, ids)));
    }

    private int ringAgain(WorkerTarget target) {
        var bells = store.read(rows -> {
            var before = rows.now().minus(limits.ringAfter());
            var late = rows.inbox().pendingSince(target, before, limits.batch());
            late.forEach(rows::ring);
            return late;
        });
        return bells.size();
    }

    private int release(WorkerTarget target) {
        var overdue = store.read(rows -> rows.inbox().overdue(target, limits.attempts(), rows.now(), limits.batch()));
        return count(overdue, each -> store.commit(rows -> Sweep.release(rows, each, limits, ids)));
    }

    @Override
    public int releaseClaims(WorkerTarget target, Predicate<WorkerId> isDead) {
        var held = store.read(rows -> rows.inbox().held(target, limits.batch()));
        var dead = held.stream().filter(each -> isDead.test(each.holder())).toList();
        return count(dead, each -> store.commit(rows -> Sweep.release(rows, each.claim(), limits, ids)));
    }

    private int timeOut(WorkerTarget target) {
        var agents = store.read(rows -> rows.heads().withWaitsPast(target, rows.now(), limits.batch()));
        var timedOut = 0;
        for (var agent : agents) timedOut += store.commit(rows -> Sweep.timeOut(rows, agent));
        return timedOut;
    }

    private int giveUp(WorkerTarget target) {
        var heads = store.read(rows ->
                rows.heads().dispatchedBefore(target, rows.now().minus(limits.dispatchPatience()), limits.batch()));
        return count(
                heads,
                head -> head.state() instanceof Dispatched(var gate)
                        && store.commit(rows -> Sweep.giveUp(rows, head.agent(), gate, limits, ids)));
    }

    private int skip(WorkerTarget target) {
        var letters = store.read(rows -> rows.inbox().stray(target, limits.batch()));
        return count(letters, letter -> store.commit(rows -> Sweep.skip(rows, letter)));
    }

    private static <T> int count(List<T> found, Predicate<T> mended) {
        var failures = new ArrayList<RuntimeException>();
        var count = 0;
        for (var each : found) count += trying(failures, () -> mended.test(each) ? 1 : 0);
        if (!failures.isEmpty()) throw failures.getFirst();
        return count;
    }

    @Override
    public Optional<Head> head(AgentId agent) {
        return store.read(rows -> rows.heads().peek(agent));
    }

    @Override
    public Optional<Turn> turn(TurnId turn) {
        return store.read(rows -> rows.turns().find(turn));
    }

    @Override
    public Optional<Card> card(CardId card) {
        return store.read(rows -> rows.cards().find(card));
    }

    @Override
    public List<Card> cards(List<CardId> cards) {
        return cards.isEmpty() ? List.of() : store.read(rows -> rows.cards().find(cards));
    }

    @Override
    public List<Wait> waits(AgentId agent) {
        return store.read(rows -> rows.waits().of(agent));
    }

    @Override
    public List<AgentId> waitingFor(String answerer, int max) {
        return store.read(rows -> rows.waits().waitingFor(answerer, max));
    }

    @Override
    public List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max) {
        return store.read(rows -> rows.log().marksBefore(agent, mark, seq, max));
    }

    @Override
    public List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max) {
        return store.read(rows -> rows.log().marksAfter(agent, mark, seq, max));
    }

    @Override
    public List<LoggedEvent> marksOf(AgentId agent, TurnId turn) {
        return store.read(rows -> rows.log().marksOf(agent, turn));
    }

    @Override
    public List<LoggedEvent> events(AgentId agent, long after, int max) {
        return store.read(rows -> rows.log().after(agent, after, max));
    }

    @Override
    public List<LoggedEdge> trace(AgentId agent) {
        return store.read(rows -> rows.log().trace(agent));
    }

    @Override
    public List<LoggedEvent> uses(AgentId agent) {
        return store.read(rows -> rows.log().uses(agent));
    }

    @Override
    public List<LoggedEvent> usesSince(Instant since) {
        return store.read(rows -> rows.log().usesSince(since));
    }

    @Override
    public void close() {
        store.close();
    }
}
