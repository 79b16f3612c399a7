package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static dev.pawl.worker.LoopFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Bound;
import dev.pawl.agent.Bound.Measure;
import dev.pawl.agent.Bound.Scope;
import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.worker.turn.Spending;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// I26: a turn has bounds. At a bound it waits for a person; it neither fails nor runs on.
class BoundCheckTest {
    private final CountingTool read = new CountingTool("read", Replay.READ, true);
    private final LoopFixture loop = new LoopFixture(read);

    /// Bounds beyond the turn are kept here, as a store would.
    @SuppressWarnings("ArrayRecordComponent") // a number that the test changes
    private record Given(List<Bound> bounds, Map<String, Double> raises, double[] spent) implements Spending {
        static Given of(Bound... bounds) {
            return new Given(List.of(bounds), new HashMap<>(), new double[1]);
        }

        @Override
        public Optional<Double> cost(Usage usage) {
            return Optional.of(usage.total() / 100.0);
        }

        @Override
        public double used(Bound bound) {
            return spent[0];
        }

        @Override
        public double raised(Bound bound) {
            return raises.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        @Override
        public void raise(Bound bound, String answer, double amount) {
            raises.put(answer, amount);
        }
    }

    private static Bound steps(int most) {
        return new Bound("pawl.limits.steps", Scope.TURN, Measure.STEPS, most);
    }

    private void answersAlike(int times) {
        for (var i = 0; i < times; i++) loop.model.answer(call("c" + i, "no_such_tool"));
    }

    private boolean waits() {
        return loop.ledger.head(AGENT).orElseThrow().state() instanceof HeadState.Suspended;
    }

    private void say(String need, String words) {
        loop.report(Item.ToolResult.success(new CallId(need), words));
        loop.run(loop.resume(BOB)).run();
    }

    private Outcome outcome() {
        return loop.told(Event.TurnDelivered.class).getLast().outcome();
    }

    @Test
    void i26AModelThatCallsAnUnknownToolForeverIsBounded() {
        loop.spending = Given.of(steps(5));
        answersAlike(900);
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.model.asked()).hasSize(5);
        assertThat(waits()).isTrue();
        assertThat(loop.told(Event.TurnDelivered.class)).isEmpty();
    }

    @Test
    void aPersonIsAskedInAFormThatEveryClientKnows() {
        loop.spending = Given.of(steps(2));
        answersAlike(9);
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        var wait = loop.ledger.waits(AGENT).getFirst();
        assertThat(wait.need().answerer()).isEqualTo(Wait.PERSON);
        assertThat(wait.need().reason()).isEqualTo(Wait.Reason.BUDGET);
        assertThat(((Question.Form) wait.need().question()).questions())
                .contains("\"Go on\"", "\"Go on with more\"", "\"Stop\"", "pawl.limits.steps");
        assertThat(loop.told(Event.PersonAsked.class)).hasSize(1);
    }

    @Test
    void goOnAllowsAsMuchAgainAndAsksAgainAfterIt() {
        loop.spending = Given.of(steps(3));
        answersAlike(20);
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        say("bound.pawl.limits.steps.1", "{\"answers\":{\"bound\":{\"answers\":[\"Go on\"]}}}");
        assertThat(loop.model.asked()).hasSize(6);
        assertThat(waits()).isTrue();
        say("bound.pawl.limits.steps.2", "Go on with more");
        assertThat(loop.model.asked()).hasSize(18);
        say("bound.pawl.limits.steps.3", "1");
        assertThat(loop.model.asked()).hasSize(19);
        assertThat(waits()).isTrue();
    }

    @Test
    void stopEndsTheTurnAndKeepsWhatWasDone() {
        loop.spending = Given.of(steps(1));
        loop.model.answer(call("c1", "read")).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        say("bound.pawl.limits.steps.1", "Stop");
        assertThat(outcome()).isEqualTo(Outcome.CANCELED);
        assertThat(loop.history()).contains("result c1 SUCCESS");
        assertThat(loop.history().getLast()).contains("pawl.limits.steps = 1");
    }

    @Test
    void nobodyAnswersForAMonthIsAStop() {
        loop.spending = Given.of(steps(1));
        loop.model.answer(call("c1", "read")).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        loop.clock.advance(Duration.ofDays(31));
        loop.ledger.sweep(TARGET);
        loop.run(loop.resume(BOB)).run();
        assertThat(outcome()).isEqualTo(Outcome.CANCELED);
    }

    @Test
    void aTurnWithinItsBoundsIsNotDisturbed() {
        loop.spending = Given.of(steps(2));
        loop.model.answer(call("c1", "read")).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void tokensAreThoseOfTheTurnAlone() {
        loop.spending = Given.of(new Bound("pawl.limits.tokens", Scope.TURN, Measure.TOKENS, 150));
        loop.model.answer(text("First."));
        loop.ask("one");
        loop.run(loop.begin(ADA)).run();
        loop.model.answer(call("c1", "read")).answer(call("c2", "read")).answer(text("Done."));
        loop.ask("two");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.model.asked()).as("110 tokens each").hasSize(3);
        assertThat(waits()).isTrue();
    }

    @Test
    void timeThatATurnWaitedIsNotCounted() {
        loop.spending = Given.of(new Bound("pawl.limits.seconds", Scope.TURN, Measure.SECONDS, 60), steps(1));
        loop.model.answer(call("c1", "read")).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        loop.clock.advance(Duration.ofHours(5));
        say("bound.pawl.limits.steps.1", "Go on");
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void timeThatATurnWorkedIsCounted() {
        loop.spending = Given.of(new Bound("pawl.limits.seconds", Scope.TURN, Measure.SECONDS, 60));
        Runnable slow = () -> loop.clock.advance(Duration.ofSeconds(70));
        loop.model.answer(call("c1", "read"), slow).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(waits()).isTrue();
    }

    @Test
    void anotherWorkerCountsOnFromTheLog() {
        loop.spending = Given.of(steps(3));
        loop.ask("do it");
        var hold = loop.begin(ADA);
        answersAlike(2);
        Runnable die = () -> loop.ledger.takeOver(hold.gate(), BOB, Departure.DEAD);
        loop.model.answer(die, call("x", "no_such_tool"));
        loop.run(hold).run();
        answersAlike(9);
        var gate = ((HeadState.Active) loop.ledger.head(AGENT).orElseThrow().state()).gate();
        var taken = (Takeover.Taken) loop.ledger.takeOver(gate, ADA, Departure.DEAD);
        loop.run(taken.hold()).run();
        assertThat(loop.told(Event.TokensCounted.class)).hasSize(3);
        assertThat(waits()).isTrue();
    }

    @Test
    void whatAPersonAllowsForTheThreadHoldsBeyondTheTurn() {
        var given = Given.of(new Bound("pawl.budget.thread.usd", Scope.THREAD, Measure.USD, 5));
        given.spent[0] = 6;
        loop.spending = given;
        loop.model.answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(waits()).isTrue();
        say("bound.pawl.budget.thread.usd.1", "Go on");
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(given.raised(given.bounds().getFirst())).isEqualTo(5);
    }

    @Test
    void aLongRateLimitPausesTheTurnWithoutAWorkerAndGoesOnByItself() {
        loop.model
                .answer(new ModelFailure(ModelFailure.Kind.RATE_LIMIT, "slow down", 429, Duration.ofMinutes(7)))
                .answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.ledger.waits(AGENT).getFirst().need().reason()).isEqualTo(Wait.Reason.RATE_LIMIT);
        assertThat(loop.ledger.resumable(TARGET, 9)).isEmpty();
        loop.clock.advance(Duration.ofMinutes(8));
        loop.ledger.sweep(TARGET);
        assertThat(loop.ledger.resumable(TARGET, 9)).containsExactly(AGENT);
        loop.run(loop.resume(BOB)).run();
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void aShortRateLimitIsWaitedForInTheWorker() {
        loop.model
                .answer(new ModelFailure(ModelFailure.Kind.RATE_LIMIT, "slow down", 429, Duration.ofMillis(5)))
                .answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
    }
}
