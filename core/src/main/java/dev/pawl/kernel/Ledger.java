package dev.pawl.kernel;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The durable truth: each method is one transaction, whole or not at all.
///
/// A method that takes a [Gate] throws [LostGate] and writes nothing when the gate is no longer the
/// head's. Every method may be called again with the same arguments after an outcome nobody saw,
/// and then answers what it would have answered. Safe for use by many threads and processes.
public interface Ledger extends AutoCloseable {
    // Surfaces ask.

    Receipt enqueue(TurnRequest request);

    /// Adds to the turn under way; a request of its own when there is none.
    Receipt steer(TurnRequest request);

    ReportReceipt report(Answered answer);

    /// Ends a turn at any epoch, queued ones included.
    Stopping stop(LetterId letter, AgentId agent, TurnId turn, String reason);

    /// Gives the turn under way to another pool of workers; whether that changed anything. Who runs
    /// it at the moment goes on with it.
    boolean assign(AgentId agent, WorkerTarget target);

    /// A new agent whose history is the source's up to the end of a turn. Nothing is copied but the
    /// order of the cards. The same again answers the same.
    Forked fork(AgentId source, TurnId until, AgentId fork, WorkerTarget target);

    /// A new agent with a history that another program wrote; false when the agent is there
    /// already.
    boolean adopt(AgentId agent, WorkerTarget target, List<Item> history);

    /// Takes away all that an agent wrote, except what forks of it still read; false while a turn
    /// is under way.
    boolean erase(AgentId agent);

    /// Takes the last turns out of what the agent reads. `asOf` is the last event of the log they
    /// were chosen from: what happened since is not dropped unseen. Nothing is erased.
    Dropped drop(AgentId agent, long asOf, List<TurnId> turns);

    // Workers take turns up.

    /// Takes pending letters of a target's agents, in order. The token is the worker's; the same
    /// token again answers the same claims.
    List<Claim> claim(WorkerId worker, WorkerTarget target, int max, String token);

    /// Takes the pending letter of one agent: a worker that serves nobody else.
    List<Claim> claim(WorkerId worker, AgentId agent, String token);

    Hold begin(Claim claim, WorkerId worker);

    /// Begins those of them that are still there. They are one worker's: two who began the same
    /// ones would wait for each other.
    List<Hold> begin(List<Claim> claims, WorkerId worker);

    /// Whether [#take] does in one transaction what [#claim] and [#begin] do in two.
    boolean takesAtOnce();

    /// Claims and begins; only where [#takesAtOnce].
    List<Hold> take(WorkerId worker, WorkerTarget target, int max, String token);

    /// Suspended agents of a target with answers to apply.
    List<AgentId> resumable(WorkerTarget target, int max);

    Resumption resume(AgentId agent, WorkerId worker);

    /// Agents of a target whose turns have waited for a worker for longer than this.
    List<AgentId> unclaimed(WorkerTarget target, Duration age, int max);

    /// Running turns of a target that other workers own.
    List<Owned> owned(WorkerTarget target, int max);

    /// Continues a turn. With [Departure#EXPIRED] only if the lease has run out.
    Takeover takeOver(Gate gate, WorkerId worker, Departure departure);

    /// Renews all leases of a worker; answers what it holds.
    Set<Gate> heartbeat(WorkerId worker);

    /// Gives up all leases of a worker that shuts down, so that others need not wait for them.
    Set<Gate> release(WorkerId worker);

    // The owner of a turn writes.

    /// What the turn reads, in order, without the first `from` cards of it.
    List<Card> history(Gate gate, int from);

    /// The same, and whether there is steering to take.
    HistoryReading read(Gate gate, int from);

    /// Puts the steering and the notices that came in at the end of the history; returns whether
    /// there were any.
    boolean takeSteers(Gate gate, Letter.NoticeText text);

    Written append(Gate gate, Entry entry);

    void suspend(Gate gate, Entry entry, List<Wait.Need> needs, List<RemoteCall> calls);

    Delivery deliver(Gate gate, Entry entry, CardId card, Item.Deliverable deliverable);

    /// A running call asks somebody in the middle of it. The turn stays running: what asks lives in
    /// the worker. The question is withdrawn with the call, the worker or the turn.
    void inquire(Gate gate, StepId step, Wait.Need need);

    /// The answer to what a running call asked; its deadline answers too. Empty while there is
    /// none; once there was one, the same again.
    Optional<Item.Reported> takeAnswer(Gate gate, CallId call);

    /// Nobody needs the answer to this question of a running call any more.
    void withdraw(Gate gate, CallId call);

    /// Makes a new output box of these lines; the old one is kept.
    BoxId replaceBox(Gate gate, Entry entry);

    // The watchdog sweeps.

    Swept sweep(WorkerTarget target);

    /// Frees what workers that are known to be dead have claimed and not begun; answers how much.
    int releaseClaims(WorkerTarget target, Predicate<WorkerId> isDead);

    // Anyone reads.

    Optional<Head> head(AgentId agent);

    Optional<Turn> turn(TurnId turn);

    Optional<Card> card(CardId card);

    /// Those of them that are there, read at one moment.
    List<Card> cards(List<CardId> cards);

    List<Wait> waits(AgentId agent);

    /// Agents whose turns wait for this answerer, the longest first.
    List<AgentId> waitingFor(String answerer, int max);

    /// All that an agent's next turn would read, without the first `from` cards.
    default List<Card> output(AgentId agent, int from) {
        return output(agent, from, Integer.MAX_VALUE);
    }

    /// The same, at most `max` cards.
    List<Card> output(AgentId agent, int from, int max);

    List<LoggedEvent> events(AgentId agent, long after, int max);

    /// Who caused what in an agent's inbox, oldest first.
    List<LoggedEdge> trace(AgentId agent);

    /// The events of an agent that tell what its turns used: tokens, and when they were worked on.
    List<LoggedEvent> uses(AgentId agent);

    /// Such events of all agents since a time, by agent; before them the last count of each.
    List<LoggedEvent> usesSince(Instant since);

    /// The last marks of a kind before a number, newest first.
    List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max);

    /// The first marks of a kind after a number, oldest first.
    List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max);

    /// The marks that were told with a turn, oldest first.
    List<LoggedEvent> marksOf(AgentId agent, TurnId turn);

    /// Frees the store; what was committed stays.
    @Override
    void close();
}
