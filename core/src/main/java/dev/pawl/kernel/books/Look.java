package dev.pawl.kernel.books;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;

/// What a primitive is going to look at. A store that is far away fetches it along with the next
/// thing it is asked; for the others it means nothing.
public sealed interface Look {
    record AtAnswers(Gate gate, CallId call) implements Look {}

    record AtCard(CardId card) implements Look {}

    /// A head that is about to be locked.
    record AtHead(AgentId agent) implements Look {}

    record AtLetter(AgentId agent, LetterId letter) implements Look {}

    record AtClaim(AgentId agent, LetterId letter, String token) implements Look {}

    record AtContext(TurnId turn) implements Look {}

    /// Steers and answers that wait, and the queue.
    record AtMail(AgentId agent) implements Look {}

    record AtOpenCalls(TurnId turn) implements Look {}

    record AtTurn(TurnId turn) implements Look {}

    record AtWaits(AgentId agent) implements Look {}
}
