package dev.pawl.store;

import dev.pawl.card.Card;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Owned;
import dev.pawl.kernel.rows.BegunTurn;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.PendingRows;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Rows of `agent_state_head`. SQL: `sql/*/head.sql`.
final class HeadTable implements Rows.Heads {
    private final Session session;
    private final StoreClock clock;
    private final WaitTable waits;
    private final Consumer<Prefetch> prefetch;
    private final Consumer<BegunTurn> know;
    private final HeadCache headCache;
    private final boolean mayRecall;
    private final Map<AgentId, PendingRows<Optional<HeadRow>>> locks = new HashMap<>();
    private final Map<AgentId, Guard> guards = new HashMap<>();
    private final Map<AgentId, Head> recalled = new HashMap<>();
    private final Map<AgentId, Head> saved = new HashMap<>();
    private final List<BegunTurn> begun = new ArrayList<>();
    private boolean usedCache;

    /// @param prefetch asks what lies ahead of a lock, to be sent along with it
    /// @param know is told what is recalled along with a head
    HeadTable(
            Session session,
            StoreClock clock,
            WaitTable waits,
            HeadCache headCache,
            boolean mayRecall,
            Consumer<Prefetch> prefetch,
            Consumer<BegunTurn> know) {
        this.headCache = headCache;
        this.mayRecall = mayRecall;
        this.prefetch = prefetch;
        this.know = know;
        this.session = session;
        this.clock = clock;
        this.waits = waits;
    }

    /// The epoch a save must still find in the row: a save that is kept back has not moved it yet.
    private record Guard(Epoch stored, Epoch saved, long sent) {
        Epoch expected(long sentNow) {
            return sent == sentNow ? stored : saved;
        }
    }

    /// What the holder of a head reads next comes along.
    @Override
    public Optional<Head> lock(AgentId agent, Prefetch... ahead) {
        return lock("head.lock", agent, ahead);
    }

    @Override
    public Optional<Head> lockIfFree(AgentId agent, Prefetch... ahead) {
        return lock("head.lock_if_free", agent, ahead);
    }

    private Optional<Head> lock(String statement, AgentId agent, Prefetch... ahead) {
        var foreseen = locks.remove(agent);
        var locked = foreseen != null ? foreseen : ask(statement, agent);
        // What was asked for behind a lock that is on its way is on its way, too.
        if (foreseen == null) for (var look : ahead) prefetch.accept(look);
        recalled.remove(agent);
        return locked.get().stream().findFirst().flatMap(row -> row).map(found -> {
            guards.put(agent, new Guard(found.epoch(), found.epoch(), session.sent()));
            return found.head().apply(found.isSuspended() ? waiting(agent) : Set.of());
        });
    }

    /// Sends the lock along with what is asked next.
    void prefetch(AgentId agent) {
        locks.put(agent, ask("head.lock", agent));
    }

    private PendingRows<Optional<HeadRow>> ask(String statement, AgentId agent) {
        return session.ask(new Query<>(statement, Values.of("agent", agent.value()), this::timed));
    }

    private Set<CallId> waiting(AgentId agent) {
        return waits.ofLocked(agent).stream().map(Wait::call).collect(Collectors.toSet());
    }

    @Override
    public Optional<Head> cached(AgentId agent) {
        if (!mayRecall) return Optional.empty();
        var head = headCache.head(agent);
        if (head.isEmpty() || !clock.cached()) return Optional.empty();
        recalled.put(agent, head.get());
        usedCache = true;
        return head;
    }

    @Override
    public Optional<Head> cached(Gate gate) {
        var turn = headCache.begun(gate);
        if (turn.isEmpty()) return Optional.empty();
        var head = cached(gate.agent()).filter(it -> isAlone(it, turn.get()));
        head.ifPresent(_ -> know.accept(turn.get()));
        return head;
    }

    private static boolean isAlone(Head head, BegunTurn turn) {
        return head.state() instanceof HeadState.Running running
                && running.gate().equals(turn.gate())
                && head.tally().letters() == turn.letter();
    }

    @Override
    public void begun(BegunTurn turn) {
        begun.add(turn);
    }

    @Override
    public Optional<Head> peek(AgentId agent) {
        var values = Values.of("agent", agent.value());
        return session.list(new Query<>("head.peek", values, this::withWaits)).getFirst();
    }

    private Optional<Head> withWaits(Row row) throws SQLException {
        var waiting = calls(row.maybeText("waits").orElse(""));
        return timed(row).map(found -> found.head().apply(waiting));
    }

    /// The row tells the time even when there is no head.
    private Optional<HeadRow> timed(Row row) throws SQLException {
        clock.told(row.time("store_now"));
        return row.maybeText("agent_id").isPresent() ? Optional.of(HeadRow.read(row)) : Optional.empty();
    }

    @Override
    public void insert(Head head) {
        session.write("head.insert", HeadRow.values(head));
    }

    @Override
    public void save(Head head) {
        saved.put(head.agent(), head);
        var was = recalled.get(head.agent());
        if (was != null) follow(was, head);
        else saveLocked(head);
    }

    /// Fails the transaction if the row is not what was recalled. The lease stays as it is there
    /// for as long as the turn runs.
    private void follow(Head was, Head head) {
        var values = HeadRow.values(head)
                .text("old_target", was.target().value())
                .text("old_status", HeadRow.status(was))
                .number("old_epoch", was.state().epoch().value())
                .number("old_letters", was.tally().letters())
                .number("old_events", was.tally().events());
        session.lead("head.follow", head.agent().value(), values);
    }

    boolean usedCache() {
        return usedCache;
    }

    /// What was saved is remembered once it stands, and forgotten when it may not.
    void settle(boolean stands, List<Card> written) {
        if (stands) {
            begun.forEach(headCache::remember);
            written.forEach(headCache::note);
        }
        for (var head : saved.values()) {
            if (stands) headCache.remember(head);
            else headCache.forget(head.agent());
        }
    }

    private void saveLocked(Head head) {
        var guard = guards.get(head.agent());
        if (guard == null) throw new IllegalStateException("saved without its lock: " + head.agent());
        var expected = guard.expected(session.sent());
        var values = HeadRow.values(head).number("old_epoch", expected.value());
        session.change("head.save", head.agent().value(), values);
        var epoch = head.state().epoch();
        guards.put(head.agent(), new Guard(expected, epoch, session.sent()));
    }

    @Override
    public Set<Gate> renew(WorkerId worker, Instant until) {
        var values = Values.of("worker", worker.value()).time("until", until);
        return new LinkedHashSet<>(session.list(new Query<>("head.renew", values, HeadTable::gate)));
    }

    private static Gate gate(Row row) throws SQLException {
        return new Gate(
                new AgentId(row.text("agent_id")),
                new TurnId(row.text("active_agent_turn_id")),
                new Epoch(row.number("turn_epoch")));
    }

    @Override
    public List<Owned> owned(WorkerTarget target, int max) {
        return session.list(new Query<>(
                "head.owned",
                of(target, max),
                row -> new Owned(
                        gate(row),
                        new Lease(new WorkerId(row.text("owner_id")), row.time("owner_until")),
                        row.number("expired") != 0)));
    }

    @Override
    public List<AgentId> idleWithQueue(WorkerTarget target, int max) {
        return session.list(new Query<>("head.idle_with_queue", of(target, max), HeadTable::agent));
    }

    @Override
    public List<AgentId> resumable(WorkerTarget target, int max) {
        return session.list(new Query<>("head.resumable", of(target, max), HeadTable::agent));
    }

    @Override
    public List<AgentId> withWaitsPast(WorkerTarget target, Instant time, int max) {
        return session.list(new Query<>("head.with_waits_past", of(target, max).time("time", time), HeadTable::agent));
    }

    @Override
    public List<Head> dispatchedBefore(WorkerTarget target, Instant time, int max) {
        return session.list(new Query<>(
                "head.dispatched_before",
                of(target, max).time("time", time),
                row -> HeadRow.read(row).head().apply(Set.of())));
    }

    private static Values of(WorkerTarget target, int max) {
        return Values.of("target", target.value()).number("max", max);
    }

    private static AgentId agent(Row row) throws SQLException {
        return new AgentId(row.text("agent_id"));
    }

    private static Set<CallId> calls(String joined) {
        return Arrays.stream(joined.split(" ", -1))
                .filter(call -> !call.isEmpty())
                .map(CallId::new)
                .collect(Collectors.toSet());
    }
}
