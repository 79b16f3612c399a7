package dev.pawl.kernel.primitive;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
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
import dev.pawl.kernel.Hands;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.books.Transactions;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.kernel.receipt.Forked;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Owned;
import dev.pawl.kernel.receipt.Reading;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.kernel.receipt.Swept;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.receipt.Written;
import java.time.Duration;
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
    private final Hands hands;

    public DurableLedger(Transactions store, Limits limits, IdSource ids) {
        this(store, limits, ids, Hands.NONE);
    }

    /// @param hands of this process; they are used where one transaction is over before the next
    public DurableLedger(Transactions store, Limits limits, IdSource ids, Hands hands) {
        this.store = store;
        this.limits = limits;
        this.ids = ids;
        this.hands = hands;
    }

    @Override
    public Receipt enqueue(TurnRequest request) {
        return accept(request, books -> Enqueue.apply(books, request, limits, ids));
    }

    @Override
    public Receipt steer(TurnRequest request) {
        return accept(request, books -> Steer.apply(books, request, limits, ids));
    }

    /// Accepts, and lets a hand that is free begin at once. What is committed and not seen by us is
    /// found by the worker's heartbeat.
    private Receipt accept(TurnRequest request, Function<Books, Receipt> accepting) {
        var begun = new ArrayList<Hold>();
        var receipt = store.commit(books -> {
            begun.clear();
            var answer = accepting.apply(books);
            if (store.isSerial() && answer instanceof Receipt.Accepted(var _, var dispatched) && dispatched) {
                hands.free().ifPresent(worker -> begun.addAll(beginNow(books, request.agent(), worker)));
            }
            return answer;
        });
        begun.forEach(hands::begin);
        return receipt;
    }

    private List<Hold> beginNow(Books books, AgentId agent, WorkerId worker) {
        var hand = new Books.Hand(worker, ids.fresh(), limits.claim());
        return books.inbox().claim(agent, limits.attempts(), hand).stream()
                .map(claim -> Begin.apply(books, claim, worker, limits))
                .toList();
    }

    @Override
    public ReportReceipt report(Answered answer) {
        return store.commit(books -> Report.apply(books, answer));
    }

    @Override
    public Stopping stop(LetterId letter, AgentId agent, TurnId turn, String reason) {
        return store.commit(books -> Stop.apply(books, letter, agent, turn, reason, ids));
    }

    @Override
    public boolean assign(AgentId agent, WorkerTarget target) {
        return store.commit(books -> Assign.apply(books, agent, target));
    }

    @Override
    public Forked fork(AgentId source, TurnId until, AgentId fork, WorkerTarget target) {
        return store.commit(books -> Fork.apply(books, source, until, fork, target, ids));
    }

    @Override
    public Dropped drop(AgentId agent, long asOf, List<TurnId> turns) {
        return store.commit(books -> Drop.apply(books, agent, asOf, turns, ids));
    }

    @Override
    public boolean adopt(AgentId agent, WorkerTarget target, List<Item> history) {
        return store.commit(books -> Adopt.apply(books, agent, target, history, ids));
    }

    @Override
    public boolean erase(AgentId agent) {
        return store.commit(books -> Erase.apply(books, agent));
    }

    @Override
    public List<Card> output(AgentId agent, int from) {
        return store.read(books -> books.cards().ofOutput(agent, from));
    }

    @Override
    public List<Claim> claim(WorkerId worker, WorkerTarget target, int max, String token) {
        return store.commit(books -> {
            var hand = new Books.Hand(worker, token, limits.claim());
            return books.inbox().claim(target, limits.attempts(), max, hand);
        });
    }

    @Override
    public List<Claim> claim(WorkerId worker, AgentId agent, String token) {
        return store.commit(books -> {
            var hand = new Books.Hand(worker, token, limits.claim());
            return books.inbox().claim(agent, limits.attempts(), hand);
        });
    }

    @Override
    public Hold begin(Claim claim, WorkerId worker) {
        return store.commit(books -> Begin.apply(books, claim, worker, limits));
    }

    @Override
    public List<Hold> begin(List<Claim> claims, WorkerId worker) {
        return store.commit(books -> Begin.all(books, claims, worker, limits));
    }

    @Override
    public boolean takesAtOnce() {
        return store.isSerial();
    }

    @Override
    public List<Hold> take(WorkerId worker, WorkerTarget target, int max, String token) {
        if (!takesAtOnce()) throw new IllegalStateException("letters are claimed first in this store");
        return store.commit(books -> {
            var hand = new Books.Hand(worker, token, limits.claim());
            var holds = new ArrayList<Hold>();
            for (var claim : books.inbox().claim(target, limits.attempts(), max, hand)) {
                holds.add(Begin.apply(books, claim, worker, limits));
            }
            return holds;
        });
    }

    @Override
    public List<AgentId> resumable(WorkerTarget target, int max) {
        return store.read(books -> books.heads().resumable(target, max));
    }

    @Override
    public Resumption resume(AgentId agent, WorkerId worker) {
        return store.commit(books -> Resume.apply(books, agent, worker, limits, ids));
    }

    @Override
    public List<AgentId> unclaimed(WorkerTarget target, Duration age, int max) {
        return store
                .read(books ->
                        books.heads().dispatchedBefore(target, books.now().minus(age), max))
                .stream()
                .map(Head::agent)
                .toList();
    }

    @Override
    public List<Owned> owned(WorkerTarget target, int max) {
        return store.read(books -> books.heads().owned(target, max));
    }

    @Override
    public Takeover takeOver(Gate gate, WorkerId worker, Departure departure) {
        return store.commit(books -> TakeOver.apply(books, gate, worker, departure, limits, ids));
    }

    @Override
    public Set<Gate> heartbeat(WorkerId worker) {
        return store.commit(books -> books.heads().renew(worker, books.now().plus(limits.lease())));
    }

    @Override
    public Set<Gate> release(WorkerId worker) {
        return store.commit(books -> books.heads().renew(worker, Lease.RELEASED));
    }

    @Override
    public List<Card> history(Gate gate, int from) {
        return store.read(books -> books.cards().ofOutput(gate.agent(), from));
    }

    @Override
    public Reading read(Gate gate, int from) {
        return store.read(books -> {
            books.foresee(new Look.AtMail(gate.agent()));
            var cards = books.cards().ofOutput(gate.agent(), from);
            return new Reading(cards, !Steer.waiting(books, gate).isEmpty());
        });
    }

    @Override
    public boolean takeSteers(Gate gate) {
        return store.commit(books -> Steer.take(books, gate, ids));
    }

    @Override
    public Written append(Gate gate, Entry entry) {
        return store.commit(books -> Append.apply(books, gate, entry));
    }

    @Override
    public void suspend(Gate gate, Entry entry, List<Wait.Need> needs, List<RemoteCall> calls) {
        store.commit(books -> {
            Suspend.apply(books, gate, entry, needs, calls);
            return gate;
        });
    }

    @Override
    public Delivery deliver(Gate gate, Entry entry, CardId card, Item.Deliverable deliverable) {
        return store.commit(books -> Deliver.apply(books, gate, entry, card, deliverable, ids));
    }

    @Override
    public void inquire(Gate gate, StepId step, Wait.Need need) {
        store.commit(books -> {
            Inquire.ask(books, gate, step, need);
            return true;
        });
    }

    @Override
    public Optional<Item.Reported> takeAnswer(Gate gate, CallId call) {
        // Asked again and again: nothing is locked before there is something.
        if (!store.read(books -> Inquire.isSettled(books, gate, call))) return Optional.empty();
        return store.commit(books -> Inquire.take(books, gate, call));
    }

    @Override
    public void withdraw(Gate gate, CallId call) {
        store.commit(books -> {
            Inquire.withdraw(books, gate, call);
            return true;
        });
    }

    @Override
    public BoxId replaceBox(Gate gate, Entry entry) {
        return store.commit(books -> Append.replaceBox(books, gate, entry, ids));
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
        var agents = store.read(books -> books.heads().idleWithQueue(target, limits.batch()));
        return count(agents, agent -> store.commit(books -> Sweep.dispatch(books, agent, ids)));
    }

    private int ringAgain(WorkerTarget target) {
        var bells = store.read(books -> {
            var before = books.now().minus(limits.ringAfter());
            var late = books.inbox().pendingSince(target, before, limits.batch());
            late.forEach(books::ring);
            return late;
        });
        return bells.size();
    }

    private int release(WorkerTarget target) {
        var overdue =
                store.read(books -> books.inbox().overdue(target, limits.attempts(), books.now(), limits.batch()));
        return count(overdue, each -> store.commit(books -> Sweep.release(books, each, limits, ids)));
    }

    @Override
    public int releaseClaims(WorkerTarget target, Predicate<WorkerId> isDead) {
        var held = store.read(books -> books.inbox().held(target, limits.batch()));
        var dead = held.stream().filter(each -> isDead.test(each.holder())).toList();
        return count(dead, each -> store.commit(books -> Sweep.release(books, each.claim(), limits, ids)));
    }

    private int timeOut(WorkerTarget target) {
        var agents = store.read(books -> books.heads().withWaitsPast(target, books.now(), limits.batch()));
        var timedOut = 0;
        for (var agent : agents) timedOut += store.commit(books -> Sweep.timeOut(books, agent));
        return timedOut;
    }

    private int giveUp(WorkerTarget target) {
        var heads = store.read(books ->
                books.heads().dispatchedBefore(target, books.now().minus(limits.dispatchPatience()), limits.batch()));
        return count(
                heads,
                head -> head.state() instanceof Dispatched(var gate)
                        && store.commit(books -> Sweep.giveUp(books, head.agent(), gate, limits, ids)));
    }

    private int skip(WorkerTarget target) {
        var letters = store.read(books -> books.inbox().stray(target, limits.batch()));
        return count(letters, letter -> store.commit(books -> Sweep.skip(books, letter)));
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
        return store.read(books -> books.heads().peek(agent));
    }

    @Override
    public Optional<Turn> turn(TurnId turn) {
        return store.read(books -> books.turns().find(turn));
    }

    @Override
    public Optional<Card> card(CardId card) {
        return store.read(books -> books.cards().find(card));
    }

    @Override
    public List<Card> cards(List<CardId> cards) {
        return store.read(books -> cards.stream()
                .flatMap(card -> books.cards().find(card).stream())
                .toList());
    }

    @Override
    public List<Wait> waits(AgentId agent) {
        return store.read(books -> books.waits().of(agent));
    }

    @Override
    public List<AgentId> waitingFor(String answerer, int max) {
        return store.read(books -> books.waits().waitingFor(answerer, max));
    }

    @Override
    public List<LoggedEvent> events(AgentId agent, long after, int max) {
        return store.read(books -> books.log().after(agent, after, max));
    }

    @Override
    public void close() {
        store.close();
    }
}
