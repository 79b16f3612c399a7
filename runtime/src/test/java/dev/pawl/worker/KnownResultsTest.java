package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.receipt.Takeover;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A result is written down when it is known; the model reads results in the order of its calls.
class KnownResultsTest {
    private final CountingTool slow = new CountingTool("slow", Replay.EFFECT, true).held();
    private final CountingTool quick = new CountingTool("quick", Replay.EFFECT, true);
    private final LoopFixture loop = new LoopFixture(slow, quick);

    private void awaitLine(String line) {
        eventually(line, () -> loop.history().contains(line));
    }

    /// What the model was given behind the request.
    private List<String> read(int prompt) {
        return loop.model.asked().get(prompt).input().stream()
                .<String>mapMulti((item, lines) -> {
                    if (item instanceof Item.ToolCall call) lines.accept("call " + call.call());
                    if (item instanceof Item.ToolResult result)
                        lines.accept("result " + result.call() + " " + result.answer());
                    if (item instanceof Item.AgentMessage said) lines.accept("agent " + said.text());
                })
                .toList();
    }

    @Test
    void aResultIsWrittenWhileTheAnswerStillComesIn() {
        loop.model
                .answer(
                        call("c1", "quick"),
                        (Runnable) () -> awaitLine("result c1 SUCCESS"),
                        text("And another."),
                        call("c2", "quick"))
                .answer(text("Done."));
        loop.ask("twice");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.history())
                .containsExactly(
                        "user twice",
                        "call c1",
                        "result c1 SUCCESS",
                        "agent And another.",
                        "call c2",
                        "result c2 SUCCESS",
                        "agent Done.",
                        "end SUCCESS");
        assertThat(read(1))
                .containsExactly("call c1", "agent And another.", "call c2", "result c1 SUCCESS", "result c2 SUCCESS");
    }

    @Test
    void aResultIsWrittenWhileAnEarlierCallStillRuns() throws Exception {
        loop.model.answer(call("c1", "slow"), call("c2", "quick")).answer(text("Done."));
        loop.ask("both");
        var run = loop.run(loop.begin(ADA));
        var thread = Thread.ofVirtual().start(run);
        awaitLine("result c2 SUCCESS");
        assertThat(loop.history()).doesNotContain("result c1 SUCCESS");
        slow.release();
        thread.join();
        assertThat(read(1)).containsExactly("call c1", "call c2", "result c1 SUCCESS", "result c2 SUCCESS");
        assertThat(loop.history()).filteredOn(line -> line.startsWith("result")).hasSize(2);
    }

    @Test
    void whatWasKnownIsKeptWhenTheWorkerDies() throws Exception {
        loop.model.answer(call("c1", "slow"), call("c2", "quick")).answer(text("Done."));
        loop.ask("both");
        var hold = loop.begin(ADA);
        var first = Thread.ofVirtual().start(loop.run(hold));
        awaitLine("result c2 SUCCESS");

        var taken = (Takeover.Taken) loop.ledger.takeOver(hold.gate(), BOB, Departure.DEAD);
        loop.run(taken.hold()).run();
        slow.release();
        first.join();

        assertThat(read(1)).containsExactly("call c1", "call c2", "result c1 UNKNOWN", "result c2 SUCCESS");
        assertThat(quick.ran()).containsExactly("c2");
    }

    @Test
    void aResultThatIsAskedForAtOnceCostsNoWriteOfItsOwn() {
        loop.model.answer(call("c1", "quick"), call("c2", "quick")).answer(text("Done."));
        loop.ask("both");
        loop.run(loop.begin(ADA)).run();
        assertThat(loop.history()).endsWith("result c1 SUCCESS", "result c2 SUCCESS", "agent Done.", "end SUCCESS");
    }
}
