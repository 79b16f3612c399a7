package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static dev.pawl.worker.LoopFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Calls that wait for others: the turn leaves the worker, and goes on with the answers in another
/// one.
class WaitingCallsTest {
    private static final String BROKER = "tool.broker";

    private Runnable meanwhile = () -> {};
    private final List<Tool.Waited> runs = new CopyOnWriteArrayList<>();

    /// Waits twice under names of its own, then is done.
    private final class Patient implements Tool {
        private final int times;

        Patient(int times) {
            this.times = times;
        }

        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("patient", "waits", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.IDEMPOTENT;
        }

        @Override
        public boolean runsBesideOthers() {
            return true;
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
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
            runs.add(output.waited());
            meanwhile.run();
            var answers = output.waited().answers();
            if (answers.size() >= times)
                return Outcome.success("heard " + answers.getLast().output());
            return Outcome.waits(new Wait.Need(
                    output.need(call), "patient", Wait.Reason.QUESTION, "", BROKER, Duration.ofMinutes(5)));
        }
    }

    /// Runs elsewhere: the report is the call's result.
    private static final class Elsewhere implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("remote", "runs elsewhere", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.IDEMPOTENT;
        }

        @Override
        public boolean runsBesideOthers() {
            return true;
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
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
            return Outcome.waits(
                    new Wait.Need(call.call(), "remote", Wait.Reason.TOOL, "", BROKER, Duration.ofMinutes(5)));
        }
    }

    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, false);
    private final LoopFixture loop = new LoopFixture(new Patient(2), new Elsewhere(), shell);

    private void runUntilItWaits() {
        loop.ask("do it");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.ledger.head(AGENT).orElseThrow().state()).isInstanceOf(HeadState.Suspended.class);
    }

    private void answer(String call, String words) {
        var wait = loop.ledger.waits(AGENT).stream()
                .filter(open -> open.call().value().equals(call))
                .findFirst()
                .orElseThrow();
        var receipt = loop.ledger.report(new Answered(
                loop.ids.letter(),
                AGENT,
                wait.turn(),
                wait.epoch(),
                BROKER,
                Item.ToolResult.success(new CallId(call), words)));
        assertThat(receipt).isInstanceOf(ReportReceipt.Stored.class);
    }

    @Test
    void aCallThatWaitsIsRunAgainWithItsAnswers() {
        loop.model.answer(call("c1", "patient")).answer(text("Done."));
        runUntilItWaits();
        answer("c1~1", "one");
        loop.run(loop.resume(BOB)).run();
        answer("c1~2", "two");
        loop.run(loop.resume(ADA)).run();
        assertThat(runs).extracting(waited -> waited.answers().size()).containsExactly(0, 1, 2);
        assertThat(loop.history()).contains("result c1 SUCCESS", "end SUCCESS");
        assertThat(loop.model.asked().getLast().input())
                .as("the model reads one result of its call, and nothing of what it waited for")
                .filteredOn(Item.ToolResult.class::isInstance)
                .singleElement()
                .extracting(item -> ((Item.ToolResult) item).output())
                .isEqualTo("heard two");
    }

    @Test
    void aWaitThatNobodyAnswersInTimeIsRunAgainToo() {
        loop.model.answer(call("c1", "patient")).answer(text("Done."));
        runUntilItWaits();
        loop.clock.advance(Duration.ofMinutes(6));
        loop.ledger.sweep(TARGET);
        loop.run(loop.resume(BOB)).run();
        assertThat(runs.getLast().answers().getFirst().answer()).isEqualTo(CallOutcome.TIMEOUT);
    }

    @Test
    void aRemoteCallLeavesThroughTheOutboxAndItsReportIsItsResult() {
        loop.model.answer(call("c1", "remote")).answer(text("Done."));
        runUntilItWaits();
        assertThat(loop.ledger.waits(AGENT).getFirst().need().reason()).isEqualTo(Wait.Reason.TOOL);
        answer("c1", "42");
        loop.run(loop.resume(BOB)).run();
        assertThat(loop.history()).containsSubsequence("call c1", "result c1 SUCCESS", "agent Done.", "end SUCCESS");
    }

    @Test
    void whatWaitsAndWhatAsksAreOneSuspension() {
        loop.clearances = asked -> asked.tool().equals("shell")
                ? new ApprovalDecision.Ask(
                        new Question.Approval(
                                Question.Approval.Kind.COMMAND,
                                "shell",
                                List.of(),
                                "",
                                List.of(),
                                "seal",
                                Question.Keep.ONCE),
                        RunMode.FREE)
                : new ApprovalDecision.Go(RunMode.CONFINED);
        loop.model.answer(call("c1", "remote"), call("c2", "shell")).answer(text("Done."));
        runUntilItWaits();
        assertThat(loop.ledger.waits(AGENT)).hasSize(2);
        assertThat(loop.told(Event.PersonAsked.class)).hasSize(1);
        assertThat(loop.told(Event.TurnSuspended.class)).hasSize(1);
        answer("c1", "42");
        loop.ledger.resume(AGENT, ADA);
        loop.decide("c2", Choice.ACCEPT, "seal");
        loop.run(loop.resume(ADA)).run();
        assertThat(shell.ran()).containsExactly("c2");
        assertThat(loop.history()).contains("result c1 SUCCESS", "result c2 SUCCESS", "end SUCCESS");
    }

    @Test
    void aWorkerThatDiesBeforeTheWaitIsWrittenWaitsInTheNextOne() {
        loop.model.answer(call("c1", "patient"));
        loop.ask("do it");
        var hold = loop.begin(ADA);
        // Its gate is lost while the call runs.
        var taken = new ArrayList<Takeover>();
        meanwhile = () -> taken.add(loop.ledger.takeOver(hold.gate(), BOB, Departure.DEAD));
        loop.run(hold).run();
        meanwhile = () -> {};
        assertThat(loop.ledger.waits(AGENT)).isEmpty();
        loop.run(((Takeover.Taken) taken.getFirst()).hold()).run();
        assertThat(loop.ledger.waits(AGENT)).extracting(Wait::call).containsExactly(new CallId("c1~1"));
    }
}
