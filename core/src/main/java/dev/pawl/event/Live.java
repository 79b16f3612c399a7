package dev.pawl.event;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.TurnId;

/// Words on their way, for whoever watches right now. Kept by nobody: the card that follows is what
/// counts, and it has the same id.
public sealed interface Live {
    /// `phase` is that of a message, empty for none.
    record ItemBegan(CardId card, String type, String phase) implements Live {}

    record TextDelta(CardId card, String text) implements Live {}

    /// `part` counts the paragraphs of a reasoning summary.
    record ReasoningDelta(CardId card, int part, String text) implements Live {}

    /// What a running command writes.
    record OutputDelta(CallId call, String text) implements Live {}

    /// Where live words go. Never blocks, never fails; safe for use by many threads.
    @FunctionalInterface
    interface Sink {
        Sink NOBODY = (_, _, _) -> {};

        void tell(AgentId agent, TurnId turn, Live live);
    }
}
