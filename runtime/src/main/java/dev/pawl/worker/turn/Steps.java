package dev.pawl.worker.turn;

import dev.pawl.card.Item;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.receipt.Hold;
import java.util.List;
import java.util.Optional;

/// What a turn does: the agent's loop, or a script. One object serves one turn on one thread.
public interface Steps {
    /// Takes one step from what the journal holds. Blocks; an interrupt ends it and what it
    /// started.
    Move next(Journal journal) throws InterruptedException;

    /// Ends what a dead worker's call left running.
    void endLeftovers(Item.ToolCall call) throws InterruptedException;

    /// Whether the effect of a dead worker's call may have begun. Unknown is yes.
    default boolean mayHaveBegun(Item.ToolCall call) {
        return true;
    }

    /// All that dead workers left open has its result.
    default void settled() {}

    /// Runs a call again whose worker died and which may be run again, or which has waited for
    /// what it needed. Empty when it waits once more: the next step says for what.
    Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) throws InterruptedException;

    /// What the model is told of a notice.
    default Letter.NoticeText notices() {
        return Letter.NoticeText.NONE;
    }

    /// Whether notices may come: then each step looks for them.
    default boolean hearsNotices() {
        return false;
    }

    /// The required fields the last deliverable did not cover: tell the model.
    void missing(Journal journal, List<String> names);

    /// The turn is over and written down.
    default void delivered(Item.Deliverable deliverable) throws InterruptedException {}

    /// Makes the steps of one turn.
    @FunctionalInterface
    interface Maker {
        Steps stepsFor(Hold hold);

        /// How a turn ends that this problem keeps from going on.
        default Item.Deliverable failure(Throwable problem) {
            return Item.Deliverable.failed("Internal error: " + problem + ". What was written down so far is kept.");
        }
    }
}
