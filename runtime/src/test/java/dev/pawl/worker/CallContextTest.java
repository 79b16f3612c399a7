package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A call that asks a person while it runs: the question is in the store as long as the call lives.
class CallContextTest {
    private static final Gate ANY = new Gate(AGENT, new TurnId("any"), Epoch.NONE);

    private final AtomicBoolean wanted = new AtomicBoolean(true);
    private final LoopFixture loop = new LoopFixture(new AskingTool());

    @BeforeEach
    void aPersonMayBeAsked() {
        loop.approval = "on-request";
        loop.model.answer(call("c1", "asks")).answer(text("Done."));
    }

    private Thread begin() {
        loop.ask("do it");
        var hold = loop.begin(ADA);
        return Thread.ofVirtual().start(loop.run(hold));
    }

    private Thread beginAndWaitForTheQuestion() {
        var turn = begin();
        eventually("the question", () -> !loop.ledger.waits(AGENT).isEmpty());
        return turn;
    }

    private String result() {
        return loop.ledger.history(ANY, 0).stream()
                .filter(card -> card.item() instanceof Item.ToolResult)
                .map(card -> ((Item.ToolResult) card.item()).output())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theAnswerReachesTheRunningCallAndTheTurnIsNeverPutAside() throws InterruptedException {
        var turn = beginAndWaitForTheQuestion();
        assertThat(loop.ledger.waitingFor(Wait.PERSON, 10)).containsExactly(AGENT);
        assertThat(loop.ledger.head(AGENT).orElseThrow().state()).isInstanceOf(Running.class);
        loop.report(Item.ToolResult.success(new CallId("c1.1"), "{\"name\":\"Ada\"}"));
        turn.join();
        assertThat(result()).isEqualTo("SUCCESS {\"name\":\"Ada\"}");
        assertThat(loop.told(Event.PersonAsked.class)).hasSize(1);
        assertThat(loop.told(Event.CallAnswered.class))
                .containsExactly(new Event.CallAnswered(new CallId("c1.1"), CallOutcome.SUCCESS));
        assertThat(loop.told(Event.TurnSuspended.class)).isEmpty();
        assertThat(loop.ledger.waits(AGENT)).isEmpty();
        assertThat(loop.model.asked().get(1).input().stream().map(LoopFixture::shown))
                .as("the model reads nothing of the asking")
                .containsExactly("user do it", "call c1", "result c1 SUCCESS");
    }

    @Test
    void aNoReachesItToo() throws InterruptedException {
        var turn = beginAndWaitForTheQuestion();
        loop.report(new Item.ToolResult(new CallId("c1.1"), CallOutcome.DECLINED, AfterExecution.CONTINUE, ""));
        turn.join();
        assertThat(result()).isEqualTo("DECLINED ");
    }

    @Test
    void aQuestionThatIsNotWantedAnyMoreIsWithdrawn() throws InterruptedException {
        var turn = beginAndWaitForTheQuestion();
        wanted.set(false);
        turn.join();
        assertThat(result()).isEqualTo("CANCELED ");
        assertThat(loop.ledger.waits(AGENT)).isEmpty();
    }

    @Test
    void itsDeadlineAnswersAQuestionThatNobodyAnswers() throws InterruptedException {
        var turn = beginAndWaitForTheQuestion();
        loop.clock.advance(Duration.ofHours(2));
        turn.join();
        assertThat(result()).isEqualTo("TIMEOUT nobody answered in time");
    }

    @Test
    void whoeverTakesTheTurnOverFindsTheQuestionWithdrawn() {
        var turn = beginAndWaitForTheQuestion();
        var gate = ((Running) loop.ledger.head(AGENT).orElseThrow().state()).gate();
        var taken = (Takeover.Taken) loop.ledger.takeOver(gate, BOB, Departure.DEAD);
        assertThat(loop.ledger.waits(AGENT)).isEmpty();
        loop.run(taken.hold()).run();
        turn.interrupt();
        assertThat(loop.history()).contains("result c1 UNKNOWN", "end SUCCESS");
        assertThat(loop.told(Event.CallAnswered.class))
                .containsExactly(new Event.CallAnswered(new CallId("c1.1"), CallOutcome.CANCELED));
    }

    @Test
    void stoppingTheTurnTakesTheQuestionWithIt() {
        var turn = beginAndWaitForTheQuestion();
        loop.stop(loop.ledger.waits(AGENT).getFirst().turn());
        assertThat(loop.ledger.waits(AGENT)).isEmpty();
        eventually("the run ends", () -> !turn.isAlive());
        assertThat(loop.history()).contains("result c1 CANCELED", "end CANCELED enough");
    }

    @Test
    void whereNobodyMayBeAskedItIsDeclinedAndSaid() throws InterruptedException {
        loop.approval = "never";
        begin().join();
        assertThat(result()).isEqualTo("DECLINED ");
        assertThat(loop.told(Event.PersonAsked.class)).isEmpty();
        assertThat(loop.lives).anyMatch(live -> live.toString().contains("declined"));
    }

    private final class AskingTool implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("asks", "asks", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.EFFECT;
        }

        @Override
        public boolean runsBesideOthers() {
            return false;
        }

        @Override
        public Detail preview(Item.ToolCall call) {
            return new Detail.Nothing();
        }

        @Override
        public Intent intent(Item.ToolCall call) {
            return new Intent.ReadOnly();
        }

        @Override
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
            var said = output.ask(new Question.Elicitation("server", "Who are you?", "{}"), wanted::get);
            return Outcome.success(said.answer() + " " + said.words());
        }
    }
}
