package dev.pawl.runner;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The turns of a workflow's thread.
public interface FlowTurns {
    /// The author of a turn that asks a person and no model.
    String ASKS = Card.QUESTION;

    /// The author of a turn that works on a plan or a task.
    String WORKS = "workflow";

    /// The number of the thread's last event.
    long lastEvent(ThreadId thread);

    /// Submits a turn, or finds the one that this letter made before.
    TurnId submit(ThreadId thread, LetterId letter, long after, List<Item> request, String source);

    /// The turn that this letter made, among the events after a number.
    Optional<TurnId> find(ThreadId thread, LetterId letter, long after);

    /// Carries the turn until it is over, waits for a person, or has taken too long.
    Carried carry(ThreadId thread, TurnId turn, Duration limit) throws InterruptedException;

    enum Carried {
        OVER,
        WAITS,
        TOO_LONG
    }

    /// Whether the thread waits for a person.
    boolean asksPerson(ThreadId thread);

    /// How a turn that is over ended.
    Item.Deliverable deliverable(ThreadId thread, TurnId turn);

    /// Answers what a question's turn asks; nothing when it asks nothing any more.
    void answer(ThreadId thread, TurnId turn, String words);

    void stop(ThreadId thread, TurnId turn, String reason);

    /// What the agent may do in its next turn.
    void limit(ThreadId thread, String sandbox, String approval);

    /// What the workflow took so far.
    Spent spent(Workflow flow);

    /// An id that was never used.
    String fresh();
}
