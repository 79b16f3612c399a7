package dev.pawl.kernel.rows;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;

/// What a primitive is going to look at. A store that is far away fetches it along with the next
/// thing it is asked; for the others it means nothing.
public sealed interface Prefetch {
    record AtAnswers(Gate gate, CallId call) implements Prefetch {}

    record AtCard(CardId card) implements Prefetch {}

    /// A head that is about to be locked.
    record AtHead(AgentId agent) implements Prefetch {}

    record AtLetter(AgentId agent, LetterId letter) implements Prefetch {}

    record AtClaim(AgentId agent, LetterId letter, String token) implements Prefetch {}

    record AtContext(TurnId turn) implements Prefetch {}

    /// Steers and answers that wait, and the queue.
    record AtMail(AgentId agent) implements Prefetch {}

    record AtOpenCalls(TurnId turn) implements Prefetch {}

    record AtTurn(TurnId turn) implements Prefetch {}

    record AtWaits(AgentId agent) implements Prefetch {}
}
