package dev.pawl.agent;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;

/// A port to something the agent can do. Made for one thread of chat and its folder; safe for use
/// by many Java threads.
public interface Tool {
    ToolSpec spec();

    /// What may be done with a call whose worker died.
    Replay replay();

    /// Whether calls may run beside others that say so too.
    boolean runsBesideOthers();

    /// What the call is about to do, for people. Quick and without effect; arguments that cannot be
    /// read give [Detail.Nothing].
    Detail preview(Item.ToolCall call);

    /// What the call would do, for whoever decides whether it may. Quick and without effect;
    /// arguments that cannot be read give [Deed.Look]: the run answers what is wrong with them.
    Deed deed(Item.ToolCall call);

    /// Does it. Blocks; an interrupt ends it and everything it started. Mistakes of the model are
    /// an answer ([Answer#FAILED]), never an exception.
    Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException;

    /// What came of it: `text` is for the model, `detail` for people.
    record Outcome(Answer answer, AfterExecution after, String text, Detail detail) {
        public static Outcome success(String text) {
            return new Outcome(Answer.SUCCESS, AfterExecution.CONTINUE, text, new Detail.Nothing());
        }

        public static Outcome failed(String text) {
            return new Outcome(Answer.FAILED, AfterExecution.CONTINUE, text, new Detail.Nothing());
        }

        public Outcome with(Detail next) {
            return new Outcome(answer, after, text, next);
        }
    }

    /// Where a running call's output goes while it runs. Live only: the result is what counts.
    @FunctionalInterface
    interface Output {
        void write(String chunk);
    }
}
