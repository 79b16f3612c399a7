package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.worker.turn.AgentSteps;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import dev.pawl.worker.turn.TurnRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever goes wrong between a turn's acceptance and its end, the turn is delivered as failed
/// with the reason, by each kind of worker.
class FailedTurnTest {
    private final CountingTool read = new CountingTool("read", Replay.READ, false);
    private final LoopFixture loop = new LoopFixture(read);

    enum Where {
        MAKING_THE_STEPS,
        IN_A_STEP,
        AFTER_THE_END
    }

    static Stream<Arguments> problems() {
        return Stream.of(Where.MAKING_THE_STEPS, Where.IN_A_STEP)
                .flatMap(where -> Stream.<Supplier<Throwable>>of(
                                () -> new IllegalStateException("odd"),
                                () -> new StackOverflowError("odd"),
                                () -> new OutOfMemoryError("odd"),
                                () -> new NoClassDefFoundError("odd"),
                                () -> new AssertionError("odd"))
                        .map(problem -> Arguments.of(where, problem)));
    }

    /// The agent's steps with a problem at one place.
    private final class Broken implements Steps.Maker {
        private final Where where;
        private final Supplier<Throwable> problem;

        Broken(Where where, Supplier<Throwable> problem) {
            this.where = where;
            this.problem = problem;
        }

        private void meet(Where here) {
            if (here != where) return;
            switch (problem.get()) {
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case Throwable other -> throw new AssertionError(other);
            }
        }

        @Override
        public Steps stepsFor(Hold hold) {
            meet(Where.MAKING_THE_STEPS);
            var steps = new AgentSteps(loop.ledger, _ -> loop.agent()).stepsFor(hold);
            return new Steps() {
                @Override
                public Move next(Journal journal) throws InterruptedException {
                    meet(Where.IN_A_STEP);
                    return steps.next(journal);
                }

                @Override
                public void endLeftovers(Item.ToolCall call) throws InterruptedException {
                    steps.endLeftovers(call);
                }

                @Override
                public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open)
                        throws InterruptedException {
                    return steps.again(journal, open);
                }

                @Override
                public void missing(Journal journal, List<String> names) {
                    steps.missing(journal, names);
                }

                @Override
                public void delivered(Item.Deliverable deliverable) throws InterruptedException {
                    meet(Where.AFTER_THE_END);
                    steps.delivered(deliverable);
                }
            };
        }
    }

    private void hasFailed(TurnId turn) {
        assertThat(loop.ledger.turn(turn).orElseThrow().ending())
                .isInstanceOfSatisfying(
                        Turn.Ending.Delivered.class,
                        end -> assertThat(end.outcome()).isEqualTo(Outcome.FAILED));
        var deliverable =
                (Item.Deliverable) loop.ledger.output(AGENT, 0).getLast().item();
        assertThat(deliverable.error()).contains("Internal error").contains("odd");
        assertThat(loop.ledger.head(AGENT).orElseThrow().state()).isInstanceOf(HeadState.Idle.class);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void aShortLivedWorkerEndsIt(Where where, Supplier<Throwable> problem) throws InterruptedException {
        var turn = loop.ask("go");
        try (var foreground = loop.foreground(new Broken(where, problem), Duration.ofSeconds(15))) {
            assertThat(foreground.carry(AGENT, turn)).isEqualTo(Foreground.End.OVER);
        }
        hasFailed(turn);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void aServersWorkerEndsIt(Where where, Supplier<Throwable> problem) throws InterruptedException {
        var turn = loop.ask("go");
        var post = new Worker.Identity(ADA, LoopFixture.TARGET, 4, _ -> false);
        var worker = new Worker(
                loop.ledger,
                new Broken(where, problem),
                post,
                loop.ids,
                Thread.ofVirtual().factory());
        assertThat(worker.look()).isTrue();
        assertThat(worker.running().awaitEmpty(Duration.ofSeconds(20))).isTrue();
        hasFailed(turn);
    }

    @Test
    void aProblemAfterTheEndLeavesTheTurnAsItEnded() {
        loop.model.answer(text("Done."));
        var turn = loop.ask("go");
        var broken = new Broken(Where.AFTER_THE_END, () -> new IllegalStateException("odd"));
        new TurnRun(loop.ledger, loop.begin(ADA), broken, loop.ids, () -> {}, () -> false).run();
        assertThat(loop.history()).containsExactly("user go", "agent Done.", "end SUCCESS");
        assertThat(loop.ledger.turn(turn).orElseThrow().ending()).isInstanceOf(Turn.Ending.Delivered.class);
    }

    @Test
    void aStoreThatIsAwayIsNoFailureOfTheTurn() {
        var turn = loop.ask("go");
        var broken = new Broken(Where.IN_A_STEP, () -> new StoreFailure("away", new IllegalStateException()));
        new TurnRun(loop.ledger, loop.begin(ADA), broken, loop.ids, () -> {}, () -> false).run();
        assertThat(loop.ledger.turn(turn).orElseThrow().ending()).isInstanceOf(Turn.Ending.Open.class);
    }

    @Test
    void aRepeatThatFailsTellsTheModelWhy() {
        loop.model.answer(call("c1", "read")).answer(text("I see."));
        loop.ask("go");
        read.held();
        var first = loop.begin(ADA);
        var running = Thread.ofVirtual().start(loop.run(first));
        eventually("the call runs", () -> read.entered().getCount() == 0);
        var taken = (Takeover.Taken) loop.ledger.takeOver(first.gate(), BOB, Departure.DEAD);
        running.interrupt();
        read.release();
        Steps.Maker maker = hold -> new Steps() {
            private final Steps steps = new AgentSteps(loop.ledger, _ -> loop.agent()).stepsFor(hold);

            @Override
            public Move next(Journal journal) throws InterruptedException {
                return steps.next(journal);
            }

            @Override
            public void endLeftovers(Item.ToolCall call) {
                throw new IllegalStateException("cannot be ended");
            }

            @Override
            public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
                throw new IllegalStateException("the folder is gone");
            }

            @Override
            public void missing(Journal journal, List<String> names) {}
        };
        new TurnRun(loop.ledger, taken.hold(), maker, loop.ids, () -> {}, () -> false).run();
        assertThat(loop.ledger.output(AGENT, 0))
                .extracting(card -> card.item() instanceof Item.ToolResult result ? result.output() : "")
                .anySatisfy(output -> assertThat(output).contains("the folder is gone"));
        assertThat(loop.history()).contains("result c1 FAILED", "end SUCCESS");
    }
}
