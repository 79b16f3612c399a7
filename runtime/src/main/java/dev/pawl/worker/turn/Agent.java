package dev.pawl.worker.turn;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.card.Card;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Letter;
import dev.pawl.thread.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// What the agent's loop works with in one thread of chat.
///
/// @param instructions the base instructions for the model
/// @param means where tools run and live words go
/// @param spending what its turns may use
public record Agent(
        Model model,
        Tools tools,
        Setup setup,
        String instructions,
        Backoff backoff,
        Services means,
        Spending spending) {

    /// Without bounds.
    public Agent(Model model, Tools tools, Setup setup, String instructions, Backoff backoff, Services means) {
        this(model, tools, setup, instructions, backoff, means, Spending.NONE);
    }

    /// What the process lends to the loop.
    ///
    /// @param threads where tools run
    /// @param live where words go as they come
    /// @param questions how long a running call waits for a person's answer
    public record Services(ThreadFactory threads, Live.Sink live, Duration questions) {}

    /// The tools of one thread of chat.
    public interface Tools {
        List<ToolSpec> specs();

        /// What happened since this was last asked to those who lend tools.
        default List<Event> news() {
            return List.of();
        }

        Optional<Tool> find(String name);

        /// Whether a call may begin now.
        ApprovalDecision clear(Item.ToolCall call);

        /// Whether somebody wants to look at the call before it begins. Such a call is held first.
        default boolean isWatched(Item.ToolCall call) {
            return false;
        }

        /// Whether a held call may begin, with what those say who wanted to look. Blocks.
        default ApprovalDecision consult(Item.ToolCall call) throws InterruptedException {
            return clear(call);
        }

        /// What a person would be asked about the call if somebody insisted.
        default ApprovalDecision insisted(Item.ToolCall call, String why) {
            return clear(call);
        }

        /// What the model is told when it calls a tool there is not.
        String unknown(Item.ToolCall call);

        /// The fields that the turn must hand in: with some, and only then, there is a tool for it.
        default void expect(List<Field> required) {}

        /// What the model is told of an agent that it called and that has delivered.
        default Optional<Item> notice(Letter.Notice notice) {
            return Optional.empty();
        }

        /// Whether such notices may come.
        default boolean hearsNotices() {
            return false;
        }

        /// Ends what a dead worker's call left behind, before its turn goes on.
        void endLeftovers(Item.ToolCall call);

        /// Whether the effect of a dead worker's call may have begun. Unknown is yes.
        default boolean mayHaveBegun(Item.ToolCall call) {
            return true;
        }

        /// A command that went on beyond its call has ended, and nobody saw how.
        record Lost(CallId call, String words) {}

        /// All that dead workers left open has its result. Answers the commands that ended with
        /// them; they are answered again until they are told.
        default List<Lost> settled() {
            return List.of();
        }

        /// That these have ended is written down.
        default void told(List<Lost> lost) {}

        /// The deliverable of a result that ends the turn.
        Item.Deliverable deliverable(Item.ToolResult result);

        /// What the model is told instead of letting the turn end; nothing when it may end.
        ///
        /// @param again whether the turn goes on because of this already
        default Optional<String> mayNotEnd(Item.Deliverable deliverable, boolean again) throws InterruptedException {
            return Optional.empty();
        }

        /// The turn is over and written down.
        default void ended(List<Card> history, Item.Deliverable deliverable) throws InterruptedException {}

        /// One diff of all edits of a turn; empty when nothing changed.
        String diff(List<Item.ToolResult> results);
    }
}
