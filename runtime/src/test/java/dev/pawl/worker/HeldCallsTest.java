package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.cut;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Outcome;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Takeover;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Calls that somebody must decide about: asked in the store, begun only after a yes to exactly
/// what was shown, and never twice.
class HeldCallsTest {
    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, false);
    private final CountingTool read = new CountingTool("read", Replay.READ, true);
    private final LoopFixture loop = new LoopFixture(shell, read);
    private String seal = "seal";

    @BeforeEach
    void theShellAsks() {
        loop.clearances = asked -> asked.tool().equals("shell") ? ask() : new ApprovalDecision.Go(RunMode.CONFINED);
    }

    private ApprovalDecision ask() {
        return new ApprovalDecision.Ask(
                new Question.Approval(
                        Question.Approval.Kind.COMMAND, "shell", List.of(), "", List.of(), seal, Question.Keep.THREAD),
                RunMode.FREE);
    }

    private void runUntilItWaits() {
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
    }

    @Test
    void aCallThatAsksIsNotBegunAndTheTurnWaits() {
        loop.model.answer(call("c1", "shell"));
        runUntilItWaits();
        assertThat(shell.ran()).isEmpty();
        assertThat(loop.ledger.waits(AGENT))
                .extracting(wait -> wait.need().reason())
                .containsExactly(Wait.Reason.APPROVAL);
        assertThat(loop.told(Event.PersonAsked.class)).hasSize(1);
        assertThat(loop.ledger.waitingFor(Wait.PERSON, 10)).containsExactly(AGENT);
    }

    @Test
    void aYesLetsItBeginOnce() {
        loop.model.answer(call("c1", "shell")).answer(text("Done."));
        runUntilItWaits();
        loop.decide("c1", Choice.ACCEPT, "seal");
        loop.run(loop.resume(BOB)).run();
        assertThat(shell.ran()).containsExactly("c1");
        assertThat(loop.history())
                .containsExactly(
                        "user do it",
                        "call c1",
                        "decision c1 ACCEPT",
                        "begun c1 EFFECT",
                        "result c1 SUCCESS",
                        "agent Done.",
                        "end SUCCESS");
        assertThat(loop.model.asked().get(1).input().stream().map(LoopFixture::shown))
                .as("the model reads nothing of the asking")
                .containsExactly("user do it", "call c1", "result c1 SUCCESS");
    }

    @Test
    void aNoIsToldToTheModelAndTheTurnGoesOn() {
        loop.model.answer(call("c1", "shell")).answer(text("Then not."));
        runUntilItWaits();
        loop.decide("c1", Choice.DECLINE, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).isEmpty();
        assertThat(loop.history()).contains("result c1 DECLINED", "end SUCCESS");
    }

    @Test
    void aCancelEndsTheTurn() {
        loop.model.answer(call("c1", "shell"));
        runUntilItWaits();
        loop.decide("c1", Choice.CANCEL, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).isEmpty();
        assertThat(loop.told(Event.TurnDelivered.class).getLast().outcome()).isEqualTo(Outcome.CANCELED);
        assertThat(loop.history()).as("each call has one output").contains("result c1 CANCELED");
    }

    @Test
    void whatChangedSinceItWasShownIsAskedAgain() {
        loop.model.answer(call("c1", "shell")).answer(text("Done."));
        runUntilItWaits();
        seal = "another";
        loop.decide("c1", Choice.ACCEPT, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).isEmpty();
        assertThat(loop.told(Event.PersonAsked.class)).hasSize(2);
        loop.decide("c1", Choice.ACCEPT, "another");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).containsExactly("c1");
        assertThat(loop.history().getLast()).isEqualTo("end SUCCESS");
    }

    @Test
    void callsAfterOneThatAsksWaitForTheirTurn() {
        loop.model
                .answer(call("c1", "read"), call("c2", "shell"), call("c3", "read"))
                .answer(text("Done."));
        runUntilItWaits();
        assertThat(read.ran()).containsExactly("c1");
        loop.decide("c2", Choice.ACCEPT, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(read.ran()).containsExactly("c1", "c3");
        assertThat(loop.history().stream().filter(line -> line.startsWith("result")))
                .containsExactly("result c1 SUCCESS", "result c2 SUCCESS", "result c3 SUCCESS");
    }

    @Test
    void twoThatAskAreAskedAtOnce() {
        loop.model.answer(call("c1", "shell"), call("c2", "shell")).answer(text("Done."));
        runUntilItWaits();
        assertThat(loop.ledger.waits(AGENT)).hasSize(2);
        loop.decide("c2", Choice.DECLINE, "seal");
        loop.ledger.resume(AGENT, ADA);
        loop.decide("c1", Choice.ACCEPT, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).containsExactly("c1");
        assertThat(loop.history().stream().filter(line -> line.startsWith("result")))
                .containsExactly("result c1 SUCCESS", "result c2 DECLINED");
    }

    @Test
    void aWorkerThatDiesAfterTheBeginningLeavesAnUnknownOutcome() throws InterruptedException {
        loop.model.answer(call("c1", "shell")).answer(text("Let me look."));
        runUntilItWaits();
        shell.held();
        loop.decide("c1", Choice.ACCEPT, "seal");
        var hold = loop.resume(ADA);
        var dying = Thread.ofVirtual().start(loop.run(hold));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        var taken = (Takeover.Taken) loop.ledger.takeOver(hold.gate(), BOB, Departure.DEAD);
        dying.interrupt();
        dying.join();
        loop.run(taken.hold()).run();
        assertThat(shell.ran()).as("never twice").containsExactly("c1");
        assertThat(loop.history()).contains("result c1 UNKNOWN", "end SUCCESS");
    }

    @Test
    void aWorkerThatDiesBeforeItAskedAsksInTheNextOne() {
        loop.model.answer(call("c1", "shell"), cut());
        loop.ask("do it");
        var hold = loop.begin(ADA);
        loop.run(hold).run();
        assertThat(loop.ledger.waits(AGENT))
                .as("also when the answer breaks off")
                .hasSize(1);
        assertThat(shell.ran()).isEmpty();
    }

    @Test
    void steeringWaitsUntilTheCallIsAnswered() {
        loop.model.answer(call("c1", "shell")).answer(text("Done."));
        runUntilItWaits();
        loop.steer("and hurry");
        loop.decide("c1", Choice.ACCEPT, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(loop.history())
                .containsExactly(
                        "user do it",
                        "call c1",
                        "decision c1 ACCEPT",
                        "begun c1 EFFECT",
                        "result c1 SUCCESS",
                        "user and hurry",
                        "agent Done.",
                        "end SUCCESS");
    }

    @Test
    void aQuestionIsAnsweredInWords() {
        loop.clearances = _ -> new ApprovalDecision.Ask(new Question.Form("{}"), RunMode.CONFINED);
        loop.model.answer(call("c1", "read")).answer(text("Thanks."));
        runUntilItWaits();
        assertThat(loop.ledger.waits(AGENT).getFirst().need().reason()).isEqualTo(Wait.Reason.QUESTION);
        loop.report(Item.ToolResult.success(call("c1", "read").call(), "the second"));
        loop.run(loop.resume(ADA)).run();
        assertThat(read.ran()).as("the answer is the result").isEmpty();
        assertThat(loop.history()).contains("result c1 SUCCESS", "end SUCCESS");
    }
}
