package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptsTest {
    private static final Item ASKED = Item.UserMessage.of("go");
    private static final Item THOUGHT = new Item.Reasoning("hm", "{}");
    private static final Item SAID = new Item.AgentMessage("I look.");
    private static final CallId CALL = new CallId("c1");
    private static final Item CALLED =
            new Item.ToolCall(CALL, "shell", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
    private static final Item ANSWERED = Item.ToolResult.success(CALL, "ok");

    private final List<Card> cards = new ArrayList<>();

    private PromptsTest step(String step, Item... items) {
        for (var item : items) {
            var origin = new Card.Origin(new AgentId("a"), new TurnId("t"), Epoch.NONE, new StepId(step));
            cards.add(new Card(new CardId("card-" + cards.size()), origin, "x", item, Instant.EPOCH));
        }
        return this;
    }

    private List<Item> input() {
        return Prompts.input(cards);
    }

    @Test
    void nothingIsPutBetweenAnAnswerAndWhatWasSaidToIt() {
        step("0", ASKED)
                .step("1", THOUGHT, SAID, CALLED, ANSWERED)
                .step("2", SAID)
                .step("3", ASKED);
        assertThat(input()).containsExactly(ASKED, THOUGHT, SAID, CALLED, ANSWERED, SAID, ASKED);
    }

    @Test
    void anAnswerThatBrokeOffIsKeptApartFromTheNextInTheSameWayEachTime() {
        step("0", ASKED).step("1", THOUGHT, SAID);
        assertThat(input()).containsExactly(ASKED, THOUGHT, SAID, Prompts.SEPARATOR);
        var retry = input();

        step("2", THOUGHT, CALLED, ANSWERED);
        assertThat(input()).containsExactly(ASKED, THOUGHT, SAID, Prompts.SEPARATOR, THOUGHT, CALLED, ANSWERED);
        assertThat(input().subList(0, retry.size())).isEqualTo(retry);
    }

    @Test
    void everyCallHasOneResultAndEveryResultACall() {
        var aborted = Item.ToolResult.failed(CALL, "aborted");
        var stray = Item.ToolResult.success(new CallId("gone"), "what");

        step("0", ASKED).step("1", CALLED).step("2", ASKED, stray);
        assertThat(input()).containsExactly(ASKED, CALLED, aborted, ASKED);

        cards.clear();
        step("0", ASKED).step("1", CALLED, ANSWERED, ANSWERED);
        assertThat(input()).containsExactly(ASKED, CALLED, ANSWERED);

        cards.clear();
        step("0", ASKED).step("1", SAID, CALLED);
        assertThat(input()).as("at the end").contains(CALLED, aborted).doesNotContain(ANSWERED);
    }

    @Test
    void aCompactionKeepsNoSeparator() {
        step("0", ASKED).step("1", SAID).step("2", SAID);
        assertThat(Compaction.shorten(input(), "so far")).containsExactly(ASKED, new Item.Summary("so far"));
    }
}
