package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import org.junit.jupiter.api.Test;

/// What of an answer's messages is the turn's last word.
class AnswerWordsTest {
    private final LoopFixture loop = new LoopFixture(new CountingTool("shell", Replay.EFFECT, false));

    private String delivered() {
        loop.ask("go");
        loop.run(loop.begin(ADA)).run();
        return loop.ledger.history(new Gate(LoopFixture.AGENT, new TurnId("any"), Epoch.NONE), 0).stream()
                .map(Card::item)
                .filter(Item.Deliverable.class::isInstance)
                .map(item -> ((Item.Deliverable) item).text())
                .reduce("", (_, last) -> last);
    }

    @Test
    void allMessagesOfTheLastAnswerAreItsWords() {
        loop.model.answer(text("Before."), call("c1", "shell")).answer(text("First."), text("Second."));
        assertThat(delivered()).isEqualTo("First.\n\nSecond.");
    }

    @Test
    void aMessageThatIsNamedTheAnswerStandsAlone() {
        loop.model.answer(
                new Item.AgentMessage("I look.", "commentary", ""), new Item.AgentMessage("Done.", "final_answer", ""));
        assertThat(delivered()).isEqualTo("Done.");
    }

    @Test
    void aNameThatAServerGivesAgainInALaterTurnIsAnother() {
        loop.model
                .answer(call("c1", "shell"))
                .answer(text("Done."))
                .answer(call("c1", "shell"))
                .answer(text("Again."));
        delivered();
        delivered();
        assertThat(loop.history().stream().filter(line -> line.startsWith("call")))
                .doesNotHaveDuplicates()
                .hasSize(2);
    }
}
