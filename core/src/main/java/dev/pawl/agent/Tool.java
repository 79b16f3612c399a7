package dev.pawl.agent;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import java.util.function.BooleanSupplier;

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

    /// A running call's line to those who watch it.
    @FunctionalInterface
    interface Output {
        /// What it has to say while it runs. Live only: the result is what counts.
        void write(String chunk);

        /// Nothing more comes for the moment: what was held back is told.
        default void flush() {}

        /// Asks a person in the middle of the call and waits for the answer, as long as it is
        /// wanted. Where nobody can be asked it is declined at once.
        default Said ask(Question question, BooleanSupplier wanted) throws InterruptedException {
            return new Said(Answer.DECLINED, "");
        }
    }

    /// What a person answered: [Answer#SUCCESS] with the words, or why there are none.
    record Said(Answer answer, String words) {}
}
