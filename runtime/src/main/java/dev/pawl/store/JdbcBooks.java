package dev.pawl.store;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.books.BegunTurn;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The books of one transaction over a [Session]. Not thread-safe.
public final class JdbcBooks implements Books, Books.Log {
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

    /// Books that recall nothing.
    public JdbcBooks(Session session) {
        this(session, new Recollection(false), false);
    }

    /// @param mayRecall whether heads are taken from memory; what is written is remembered anyway
    public JdbcBooks(Session session, Recollection recollection, boolean mayRecall) {
        this.session = session;
        clock = new StoreClock(session, recollection);
        waits = new WaitTable(session);
        inbox = new InboxTable(session, clock);
        turns = new TurnTable(session, clock);
        heads = new HeadTable(session, clock, waits, recollection, mayRecall, this::foresee, this::know);
        cards = new CardTable(session, new BoxTable(session, clock));
        events = new EventTable(session);
        edges = new EdgeTable(session, clock);
        outbox = new OutboxTable(session, clock);
        threads = new ThreadTable(session);
    }

    @Override
    public void foresee(Look... ahead) {
        for (var look : ahead) foresee(look);
    }

    private void foresee(Look look) {
        switch (look) {
            case Look.AtAnswers(var gate, var call) -> inbox.foresee(gate, call);
            case Look.AtHead(var agent) -> heads.foresee(agent);
            case Look.AtCard(var card) -> cards.foresee(card);
            case Look.AtLetter(var agent, var letter) -> inbox.foresee(agent, letter);
            case Look.AtClaim(var agent, var letter, var token) -> inbox.foresee(agent, letter, token);
            case Look.AtMail(var agent) -> inbox.foresee(agent);
            case Look.AtContext(var turn) -> cards.foreseeContext(turn);
            case Look.AtOpenCalls(var turn) -> cards.foreseeOpenCalls(turn);
            case Look.AtTurn(var turn) -> turns.foresee(turn);
            case Look.AtWaits(var agent) -> waits.foresee(agent);
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
    public boolean hasRecalled() {
        return heads.hasRecalled();
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
    public void add(Edge edge) {
        edges.insert(edge);
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
