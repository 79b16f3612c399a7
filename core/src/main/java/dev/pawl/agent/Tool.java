package dev.pawl.agent;

import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Wait;
import java.time.Instant;
import java.util.List;
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

    /// What the call would do, for the approval policy. Quick and without effect; arguments that
    /// cannot be read give [Intent.ReadOnly]: running the call reports what is wrong with them.
    Intent intent(Item.ToolCall call);

    /// Does it. Blocks; an interrupt ends it and everything it started. Mistakes of the model are
    /// an answer ([CallOutcome#FAILED]), never an exception.
    Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException;

    /// What came of a call.
    sealed interface Outcome {
        /// It is over: `text` is for the model, `detail` for people.
        record Done(CallOutcome answer, AfterExecution after, String text, Detail detail) implements Outcome {
            public Done with(Detail next) {
                return new Done(answer, after, text, next);
            }
        }

        /// It needs others, so the turn waits in the store and no worker is held. What waits for
        /// itself is the call's own result: a need with the call's name. With any other name
        /// ([Output#need]) the call is run again once all its needs are answered, and finds the
        /// answers in [Output#waited]. Needs for [Wait.Reason#TOOL] leave for the message bus.
        record Waits(List<Wait.Need> needs) implements Outcome {
            public Waits {
                needs = List.copyOf(needs);
                if (needs.isEmpty()) throw new IllegalArgumentException("waits for nothing");
            }
        }

        static Done success(String text) {
            return new Done(CallOutcome.SUCCESS, AfterExecution.CONTINUE, text, new Detail.Nothing());
        }

        static Done failed(String text) {
            return new Done(CallOutcome.FAILED, AfterExecution.CONTINUE, text, new Detail.Nothing());
        }

        static Waits waits(Wait.Need need) {
            return new Waits(List.of(need));
        }
    }

    /// What a call has waited for so far.
    ///
    /// @param since when the call was written down, by the store's clock
    /// @param answers in the order they were given; one that nobody gave in time is
    ///     [CallOutcome#TIMEOUT]
    record Waited(Instant since, List<Item.ToolResult> answers) {
        public static final Waited NOTHING = new Waited(Instant.EPOCH, List.of());

        public Waited {
            answers = List.copyOf(answers);
        }
    }

    /// A running call's line to those who watch it.
    @FunctionalInterface
    interface Output {
        /// What it has to say while it runs. Live only: the result is what counts.
        void write(String chunk);

        /// What this call has waited for, when it is run again.
        default Waited waited() {
            return Waited.NOTHING;
        }

        /// The name of the next thing that the call waits for.
        default CallId need(Item.ToolCall call) {
            return Needs.next(call.call(), waited().answers().size());
        }

        /// Nothing more comes for the moment: what was held back is told.
        default void flush() {}

        /// Asks a person in the middle of the call and waits for the answer, as long as it is
        /// wanted. Where nobody can be asked it is declined at once.
        default Said ask(Question question, BooleanSupplier wanted) throws InterruptedException {
            return new Said(CallOutcome.DECLINED, "");
        }
    }

    /// What a person answered: [CallOutcome#SUCCESS] with the words, or why there are none.
    record Said(CallOutcome answer, String words) {}
}
