package dev.pawl.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptLinesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private int cards;

    private Card card(Item item) {
        var origin = new Card.Origin(new AgentId("t"), new TurnId("turn"), new Epoch(1), new StepId("s"));
        return new Card(new CardId("card" + cards++), origin, "agent", item, NOW);
    }

    private static ChatThread thread() {
        var setup =
                new Setup("/", "demo", "m", new Setup.Style("", "", ""), "read-only", "never", List.of(), 1000, 900);
        return new ChatThread(new ThreadId("t"), "title", "exec", "", false, setup, NOW, NOW);
    }

    /// Whoever reads it elsewhere takes an answer that is spelt otherwise for none.
    @Test
    void anAnswerIsSpeltAsItsCallWas() {
        var patch = new CallId("p");
        var history = List.of(
                card(new Item.ToolCall(
                        patch, "apply_patch", Item.ToolCall.Form.FREEFORM, "*** Begin Patch", Replay.EFFECT)),
                card(Item.ToolResult.success(patch, "done")));
        var types = new TranscriptLines("1")
                .whole(thread(), history).stream()
                        .map(Json::parse)
                        .filter(line -> line.text("type").equals("response_item"))
                        .map(line -> line.at("payload").text("type"))
                        .toList();
        assertThat(types).containsExactly("custom_tool_call", "custom_tool_call_output");
    }
}
