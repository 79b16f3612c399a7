package dev.pawl.store;

import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.BegunTurn;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Values;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The rows of one transaction over a [Session]. Not thread-safe.
public final class JdbcRows implements Rows, Rows.Log {
    private final Session session;
    private final StoreClock clock;
    private final HeadTable heads;
    private final InboxTable inbox;
    private final TurnTable turns;
    private final WaitTable waits;
    private final CardTable cards;
    private final EventTable events;
    private final EdgeTable edges;
    private final OutboxTable outbox;
    private final ThreadTable threads;
    private final Set<Bell> bells = new LinkedHashSet<>();

    /// Rows that cached nothing.
    public JdbcRows(Session session) {
        this(session, new HeadCache(false), false);
    }

    /// @param mayRecall whether heads are taken from memory; what is written is remembered anyway
    public JdbcRows(Session session, HeadCache headCache, boolean mayRecall) {
        this.session = session;
        clock = new StoreClock(session, headCache);
        waits = new WaitTable(session);
        inbox = new InboxTable(session, clock);
        turns = new TurnTable(session, clock);
        heads = new HeadTable(session, clock, waits, headCache, mayRecall, this::prefetch, this::know);
        cards = new CardTable(session, new BoxTable(session, clock));
        events = new EventTable(session);
        edges = new EdgeTable(session, clock);
        outbox = new OutboxTable(session, clock);
        threads = new ThreadTable(session);
    }

    @Override
    public void prefetch(Prefetch... ahead) {
        for (var look : ahead) prefetch(look);
    }

    private void prefetch(Prefetch look) {
        switch (look) {
            case Prefetch.AtAnswers(var gate, var call) -> inbox.prefetch(gate, call);
            case Prefetch.AtHead(var agent) -> heads.prefetch(agent);
            case Prefetch.AtCard(var card) -> cards.prefetch(card);
            case Prefetch.AtLetter(var agent, var letter) -> inbox.prefetch(agent, letter);
            case Prefetch.AtClaim(var agent, var letter, var token) -> inbox.prefetch(agent, letter, token);
            case Prefetch.AtMail(var agent) -> inbox.prefetch(agent);
            case Prefetch.AtContext(var turn) -> cards.foreseeContext(turn);
            case Prefetch.AtOpenCalls(var turn) -> cards.foreseeOpenCalls(turn);
            case Prefetch.AtTurn(var turn) -> turns.prefetch(turn);
            case Prefetch.AtWaits(var agent) -> waits.prefetch(agent);
        }
    }

    /// A turn that was recalled and is alone.
    private void know(BegunTurn begun) {
        turns.know(begun.turn());
        cards.know(begun.turn().id(), begun.context());
        inbox.knowEmpty(begun.gate().agent());
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Heads heads() {
        return heads;
    }

    @Override
    public Inbox inbox() {
        return inbox;
    }

    @Override
    public Turns turns() {
        return turns;
    }

    @Override
    public Waits waits() {
        return waits;
    }

    @Override
    public Cards cards() {
        return cards;
    }

    @Override
    public Log log() {
        return this;
    }

    @Override
    public void ring(Bell bell) {
        bells.add(bell);
    }

    /// To be told at the end whether what was written stands.
    public void settle(boolean stands) {
        heads.settle(stands, cards.inserted());
    }

    /// Whether a head was taken from memory.
    public boolean usedCache() {
        return heads.usedCache();
    }

    /// The talk with the database, for tables that are not the ledger's.
    public Session connection() {
        return session;
    }

    /// Each bell once, to be rung when the transaction is over.
    public Set<Bell> bells() {
        return bells;
    }

    @Override
    public void add(List<LoggedEvent> told) {
        events.insert(told);
    }

    @Override
    public List<LoggedEvent> after(AgentId agent, long seq, int max) {
        return events.after(agent, seq, max);
    }

    @Override
    public List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max) {
        return events.marksBefore(agent, mark, seq, max);
    }

    @Override
    public List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max) {
        return events.marksAfter(agent, mark, seq, max);
    }

    @Override
    public List<LoggedEvent> marksOf(AgentId agent, TurnId turn) {
        return events.marksOf(agent, turn);
    }

    @Override
    public void add(Edge edge) {
        edges.insert(edge);
    }

    @Override
    public List<LoggedEdge> trace(AgentId agent) {
        return edges.trace(agent);
    }

    @Override
    public List<LoggedEvent> uses(AgentId agent) {
        return events.uses(agent);
    }

    @Override
    public List<LoggedEvent> usesSince(Instant since) {
        return events.usesSince(since);
    }

    @Override
    public List<Edge> edges(AgentId agent) {
        return edges.of(agent);
    }

    @Override
    public void send(RemoteCall call) {
        outbox.insert(call);
    }

    @Override
    public void erase(AgentId agent) {
        threads.erase(agent.value());
    }

    ThreadTable threads() {
        return threads;
    }

    WorkflowTable workflows() {
        return new WorkflowTable(session, clock);
    }

    ReportTable reports() {
        return new ReportTable(session);
    }

    InspectTable inspection() {
        return new InspectTable(session);
    }

    /// Events that have yet to leave, each agent's in order.
    List<LoggedEvent> unpublished(int max) {
        return events.unpublished(max);
    }

    void published(AgentId agent, long seq) {
        session.write("head.published", Values.of("agent", agent.value()).number("seq", seq));
    }

    List<RemoteCall> calls(int max) {
        return outbox.calls(max);
    }

    void sent(RemoteCall call) {
        outbox.delete(call);
    }
}
