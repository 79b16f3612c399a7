package dev.pawl.kernel.rows;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
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
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Owned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rows of the ledger inside one transaction: binds and reads, decides nothing.
///
/// Lock order: head, inbox, waits, cards and boxes, log. Only [Heads#lock] waits for others.
public interface Rows {
    /// The store's time.
    Instant now();

    Heads heads();

    Inbox inbox();

    Turns turns();

    Waits waits();

    Cards cards();

    Log log();

    /// Removes all rows of an agent, its cards only where no other agent's box names them.
    void erase(AgentId agent);

    /// These looks follow the next one.
    default void prefetch(Prefetch... ahead) {}

    /// Rings once the transaction is over, and not at all when it is undone.
    void ring(Bell bell);

    interface Heads {
        /// The head, held against everybody else until the transaction ends.
        ///
        /// `ahead` is what the holder will look at first.
        Optional<Head> lock(AgentId agent, Prefetch... ahead);

        /// The same without waiting: empty, too, while somebody else holds it. For whoever mends:
        /// a head that a stopped process holds must not keep all the others waiting.
        default Optional<Head> lockIfFree(AgentId agent, Prefetch... ahead) {
            return lock(agent, ahead);
        }

        /// The head as this process wrote it last, without asking anybody. If it has moved since,
        /// the transaction fails and is done again, and then nothing is recalled. Whoever holds a
        /// recalled head may end its turn; he gives it no other owner and no deadline.
        default Optional<Head> cached(AgentId agent) {
            return Optional.empty();
        }

        /// The same for who ends a turn that this process began. With the head come its turn and
        /// context; no call of it is open, and no letter came after its own, so that nobody waits.
        /// Answers may: they are put away when their turn is seen to be over.
        default Optional<Head> cached(Gate gate) {
            return Optional.empty();
        }

        /// Remembers the turn, if this transaction stands, for [#cached(Gate)].
        default void begun(BegunTurn turn) {}

        Optional<Head> peek(AgentId agent);

        /// Writes a first head, or nothing if there is one by now.
        void insert(Head head);

        void save(Head head);

        /// Renews the leases of all heads a worker owns.
        Set<Gate> renew(WorkerId worker, Instant until);

        List<Owned> owned(WorkerTarget target, int max);

        List<AgentId> idleWithQueue(WorkerTarget target, int max);

        List<AgentId> resumable(WorkerTarget target, int max);

        List<AgentId> withWaitsPast(WorkerTarget target, Instant time, int max);

        List<Head> dispatchedBefore(WorkerTarget target, Instant time, int max);
    }

    interface Inbox {
        Optional<Letter> find(AgentId agent, LetterId letter);

        void insert(Letter letter);

        /// Writes the letter's state, turn and epoch; what it says never changes. A letter that
        /// leaves [dev.pawl.kernel.LetterState#CLAIMED] loses its claim.
        void save(Letter letter);

        Optional<Letter> firstQueued(AgentId agent);

        int open(AgentId agent);

        /// Steers and answers that wait to be taken, oldest first.
        List<Letter> pending(AgentId agent);

        List<Letter> answersTo(Gate gate, CallId call);

        /// Marks due letters as claimed with this token, skipping what others hold at the moment.
        List<Claim> claim(WorkerTarget target, int attempts, int max, ClaimToken hand);

        /// The same for one agent's letter alone.
        List<Claim> claim(AgentId agent, int attempts, ClaimToken hand);

        /// The letter, if it is claimed with this token.
        Optional<Letter> claimed(AgentId agent, LetterId letter, String token);

        /// Claimed letters whose time is up, and pending ones that used up their attempts.
        List<Overdue> overdue(WorkerTarget target, int attempts, Instant time, int max);

        /// Letters that are claimed and not begun, and by whom.
        List<ClaimedLetter> held(WorkerTarget target, int max);

        /// Agents with a letter that has been pending since before a time.
        List<Bell> pendingSince(WorkerTarget target, Instant time, int max);

        /// Pending answers whose turn is over. (Steering cannot be: it takes the head's lock.)
        List<Letter> stray(WorkerTarget target, int max);
    }

    /// Who claims, with which token, for how long.
    record ClaimToken(WorkerId worker, String token, Duration time) {}

    /// A claimed letter nobody began, and how often it was claimed.
    record Overdue(Letter letter, int attempts) {}

    /// A claimed letter and who holds it.
    record ClaimedLetter(Overdue claim, WorkerId holder) {}

    interface Turns {
        Optional<Turn> find(TurnId turn);

        void insert(Turn turn);

        void save(Turn turn);
    }

    interface Waits {
        List<Wait> of(AgentId agent);

        /// Agents that wait for this answerer, the longest first.
        List<AgentId> waitingFor(String answerer, int max);

        void insert(AgentId agent, List<Wait> waits);

        void remove(AgentId agent, Set<CallId> calls);

        void clear(AgentId agent);
    }

    interface Cards {
        Optional<Card> find(CardId card);

        /// Those of them that are there, in the order they were asked for.
        List<Card> find(List<CardId> cards);

        void insert(List<Card> cards);

        void insert(Box box, AgentId agent);

        /// Adds to the end of an output box.
        void append(BoxId box, List<CardId> cards);

        /// Puts the cards of a box up to this one into another box that is empty.
        void share(BoxId source, CardId last, BoxId into);

        /// An output box of the agent that this card is in.
        Optional<BoxId> outputWith(AgentId agent, CardId card);

        /// How many cards a box has up to this one, 0 when it is not in it.
        int upTo(BoxId box, CardId last);

        /// The cards of a box in order, without the first `from`.
        List<Card> in(BoxId box, int from);

        /// The cards a turn was given to read, in order.
        List<Card> contextOf(TurnId turn);

        /// The cards of an agent's output box in order, without the first `from`.
        default List<Card> ofOutput(AgentId agent, int from) {
            return ofOutput(agent, from, Integer.MAX_VALUE);
        }

        /// The same, at most `max` cards.
        List<Card> ofOutput(AgentId agent, int from, int max);

        /// The results that a step's calls were given so far.
        List<Card> results(TurnId turn, StepId step);

        /// The calls of a turn that have no result yet, oldest first.
        List<Card> openCalls(TurnId turn);
    }

    interface Log {
        void add(List<LoggedEvent> events);

        List<LoggedEvent> after(AgentId agent, long seq, int max);

        /// The last marks of a kind before a number, newest first.
        List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max);

        /// The first marks of a kind after a number, oldest first.
        List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max);

        /// The marks that were told with a turn, oldest first.
        List<LoggedEvent> marksOf(AgentId agent, TurnId turn);

        void add(Edge edge);

        List<Edge> edges(AgentId agent);

        /// The same with their times.
        List<LoggedEdge> trace(AgentId agent);

        /// The events of an agent that tell what its turns used: tokens, and when they were worked
        /// on.
        List<LoggedEvent> uses(AgentId agent);

        /// Such events of all agents since a time, by agent; before them the last count of each.
        List<LoggedEvent> usesSince(Instant since);

        /// Into the outbox: leaves for the message bus after the commit, at least once.
        void send(RemoteCall call);
    }
}
