package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.cut;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.worker.turn.Journal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The agent's loop on a real ledger: what is written down, in which order, and what is never done
/// twice.
class AgentLoopTest {
    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, false);
    private final CountingTool read = new CountingTool("read", Replay.READ, true);
    private final LoopFixture loop = new LoopFixture(shell, read);

    private Outcome outcome() {
        return loop.told(Event.TurnDelivered.class).getLast().outcome();
    }

    @Test
    void anAnswerWithoutCallsIsTheDeliverable() {
        loop.model.answer(text("Hello."));
        loop.ask("hi");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.history()).containsExactly("user hi", "agent Hello.", "end SUCCESS");
        assertThat(loop.told(Event.TokensCounted.class).getFirst().total().total())
                .isEqualTo(110);
    }

    @Test
    void callsAreWrittenBeforeTheyRunAndAnsweredInOrder() {
        loop.model
                .answer(text("Looking."), call("c1", "read"), call("c2", "read"))
                .answer(text("Done."));
        loop.ask("look");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.history())
                .containsExactly(
                        "user look",
                        "agent Looking.",
                        "call c1",
                        "call c2",
                        "result c1 SUCCESS",
                        "result c2 SUCCESS",
                        "agent Done.",
                        "end SUCCESS");
    }

    @Test
    void anAnswerWithAFloodOfCallsIsCutShort() {
        var calls = new Object[5000];
        for (var i = 0; i < calls.length; i++) calls[i] = call("c" + i, "shell");
        loop.model.answer(calls).answer(text("Done."));
        loop.ask("flood");
        loop.run(loop.begin(ADA)).run();
        assertThat(shell.ran()).hasSize(500);
        assertThat(loop.history()).filteredOn(line -> line.startsWith("result")).hasSize(501);
        assertThat(loop.history()).contains("result c500 FAILED").endsWith("agent Done.", "end SUCCESS");
    }

    @Test
    void callsOfOneNameAreCallsOfTheirOwn() {
        loop.model
                .answer(call("0", "shell"), call("0", "shell"), call("0", "teleport"))
                .answer(call("0", "shell"))
                .answer(text("Done."));
        loop.ask("thrice");
        loop.run(loop.begin(ADA)).run();
        assertThat(shell.ran()).hasSize(3).doesNotHaveDuplicates().startsWith("0");
        assertThat(loop.history()).filteredOn(line -> line.startsWith("result")).hasSize(4);
        assertThat(loop.history()).contains("result 0 SUCCESS").endsWith("agent Done.", "end SUCCESS");
    }

    @Test
    void aServerThatWantsToBeLeftAloneForLongIsNotWaitedFor() {
        loop.model.answer(new ModelFailure(ModelFailure.Kind.RATE_LIMIT, "slow down", 429, Duration.ofDays(9)));
        loop.ask("hi");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.told(Event.AnswerRetried.class)).isEmpty();
        assertThat(loop.history().getLast())
                .isEqualTo("end FAILED slow down; the server says to try again in 216 h 0 min");
    }

    @Test
    void aSchemaHoldsForTheShorterHistoryToo() {
        loop.compactAt = 900;
        loop.model.answer(new ModelFailure(ModelFailure.Kind.CONTEXT_OVERFLOW, "too long"));
        loop.ask("first");
        loop.run(loop.begin(ADA)).run();
        loop.model.answer(text("the story so far")).answer(text("{}"));
        loop.ask(Item.UserMessage.of("second"), new Item.ResultFields(List.of(), "{\"type\":\"object\"}"));
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.told(Event.BoxReplaced.class)).hasSize(1);
        assertThat(loop.model.asked().getLast().manner().schema()).isEqualTo("{\"type\":\"object\"}");
    }

    @Test
    void anUnknownToolIsAnsweredAndTheTurnGoesOn() {
        loop.model.answer(call("c1", "teleport")).answer(text("Then not."));
        loop.ask("go");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.history()).contains("result c1 FAILED", "end SUCCESS");
    }

    @Test
    void aStreamCutAfterACallNeverRunsTheCallAgain() {
        loop.model.answer(call("c1", "shell"), cut()).answer(text("Done."));
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(shell.ran()).containsExactly("c1");
        assertThat(loop.history())
                .containsExactly("user do it", "call c1", "result c1 SUCCESS", "agent Done.", "end SUCCESS");
        assertThat(loop.told(Event.AnswerRetried.class)).hasSize(1);
        assertThat(loop.model.asked().get(1).input().stream().map(LoopFixture::shown))
                .as("the second request has what the first one brought")
                .containsExactly("user do it", "call c1", "result c1 SUCCESS");
    }

    @Test
    void retriesEndAndTheTurnFailsWithTheLastReason() {
        for (var i = 0; i < 4; i++) loop.model.answer(cut());
        loop.ask("hi");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.told(Event.AnswerRetried.class)).hasSize(3);
        assertThat(loop.history().getLast()).isEqualTo("end FAILED stream closed before response.completed");
    }

    @Test
    void aFinalFailureIsNotTriedAgain() {
        loop.model.answer(new ModelFailure(ModelFailure.Kind.QUOTA, "no money left"));
        loop.ask("hi");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.model.asked()).hasSize(1);
        assertThat(loop.history().getLast()).isEqualTo("end FAILED no money left");
    }

    @Test
    void anOverflowFailsThisTurnAndTheNextOneCompactsFirst() {
        loop.compactAt = 900;
        loop.model.answer(new ModelFailure(ModelFailure.Kind.CONTEXT_OVERFLOW, "too long"));
        loop.ask("first");
        loop.run(loop.begin(ADA)).run();
        assertThat(outcome()).isEqualTo(Outcome.FAILED);

        loop.model.answer(text("the story so far")).answer(text("Hello again."));
        loop.ask("second");
        loop.run(loop.begin(ADA)).run();
        assertThat(outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(loop.told(Event.BoxReplaced.class)).hasSize(1);
        assertThat(loop.history())
                .containsExactly(
                        "user first", "user second", "summary the story so far", "agent Hello again.", "end SUCCESS");
    }

    @Test
    void aFailedCompactionLeavesTheHistoryAsItIs() {
        loop.compactAt = 900;
        loop.model.answer(new ModelFailure(ModelFailure.Kind.CONTEXT_OVERFLOW, "too long"));
        loop.ask("first");
        loop.run(loop.begin(ADA)).run();
        loop.model.answer(new ModelFailure(ModelFailure.Kind.QUOTA, "no")).answer(text("Fine without."));
        loop.ask("second");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.told(Event.BoxReplaced.class)).isEmpty();
        assertThat(loop.told(Event.Warned.class)).hasSize(1);
        assertThat(loop.history()).endsWith("user second", "agent Fine without.", "end SUCCESS");
    }

    @Test
    void steeringIsReadBeforeTheNextStepAndBeforeTheEnd() {
        loop.model.answer(text("I would be done.")).answer(text("With that, too."));
        loop.ask("one");
        var hold = loop.begin(ADA);
        loop.steer("two");
        loop.run(hold).run();
        assertThat(loop.history()).containsExactly("user one", "user two", "agent I would be done.", "end SUCCESS");
    }

    @Test
    void steeringIsNotForgottenHoweverMuchIsWrittenAfterIt() {
        loop.ask("one");
        var journal = new Journal(loop.ledger, loop.begin(ADA), loop.ids);
        journal.history();
        loop.steer("two");
        for (var said : List.of("a", "b")) {
            journal.write(journal.entry(loop.ids.step(), "agent", new Item.AgentMessage(said)));
        }
        journal.takeSteers(dev.pawl.kernel.Letter.NoticeText.NONE);
        assertThat(loop.history()).containsExactly("user one", "agent a", "agent b", "user two");
        assertThat(journal.history()).hasSize(4);
    }

    @Test
    void theEndOfAQueuedTurnBetweenTwoWritesIsReadOnce() {
        loop.ask("one");
        var hold = loop.begin(ADA);
        var queued = loop.ask("two");
        var journal = new Journal(loop.ledger, hold, loop.ids);
        journal.history();
        loop.stop(queued);
        for (var said : List.of("a", "b")) {
            journal.write(journal.entry(loop.ids.step(), "agent", new Item.AgentMessage(said)));
        }
        assertThat(journal.history()).isEqualTo(loop.ledger.history(hold.gate(), 0));
    }

    @Test
    void afterACrashAReadIsRepeatedAndAnEffectIsNot() {
        loop.model.answer(text("Going on."));
        loop.ask("work");
        var dead = loop.begin(ADA);
        var journal = new Journal(loop.ledger, dead, loop.ids);
        journal.write(journal.entry(
                loop.ids.step(),
                "agent",
                stamped(call("c1", "shell"), Replay.EFFECT),
                stamped(call("c2", "read"), Replay.READ)));

        var taken = (Takeover.Taken) loop.ledger.takeOver(dead.gate(), BOB, Departure.DEAD);
        loop.run(taken.hold()).run();
        assertThat(shell.ran()).isEmpty();
        assertThat(read.ran()).containsExactly("c2");
        assertThat(loop.history())
                .containsExactly(
                        "user work",
                        "call c1",
                        "call c2",
                        "result c1 UNKNOWN",
                        "result c2 SUCCESS",
                        "agent Going on.",
                        "end SUCCESS");
    }

    private static Item.ToolCall stamped(Item.ToolCall call, Replay replay) {
        return new Item.ToolCall(call.call(), call.tool(), call.form(), call.arguments(), replay);
    }

    @Test
    void aStoppedTurnEndsWhatItStartedAndWritesNothingMore() throws InterruptedException {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("never said"));
        var turn = loop.ask("run");
        var hold = loop.begin(ADA);
        var runner = Thread.ofPlatform().start(loop.run(hold));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.stop(turn);
        runner.interrupt();
        runner.join(10_000);
        assertThat(runner.isAlive()).isFalse();
        assertThat(shell.wasInterrupted()).isTrue();
        assertThat(loop.history()).containsExactly("user run", "call c1", "result c1 CANCELED", "end CANCELED enough");
        assertThat(loop.ledger.head(AGENT).orElseThrow().state().epoch().value())
                .isEqualTo(2);
    }

    @Test
    void thePromptBeginsWithTheOneBefore() {
        loop.model.answer(call("c1", "read")).answer(call("c2", "read")).answer(text("Done."));
        loop.ask("look");
        loop.run(loop.begin(ADA)).run();
        var asked = loop.model.asked();
        for (var i = 1; i < asked.size(); i++) {
            var before = asked.get(i - 1).input();
            assertThat(asked.get(i).input().subList(0, before.size())).isEqualTo(before);
        }
    }
}
