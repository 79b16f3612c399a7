package dev.pawl.codex;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.provider.responses.ResponseItems;
import dev.pawl.thread.ChatThread;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// A thread in the lines of a Codex transcript; [TranscriptFile] reads them.
///
/// @param version of the program that writes them
public record TranscriptLines(String version) {
    /// A whole history: each run of cards of one turn is a turn.
    public List<String> whole(ChatThread thread, List<Card> history) {
        var lines = new ArrayList<String>();
        lines.add(meta(thread));
        int from = 0;
        for (int i = 1; i <= history.size(); i++) {
            var turn = history.get(from).origin().turn();
            if (i < history.size() && history.get(i).origin().turn().equals(turn)) continue;
            lines.addAll(turn(turn, history.subList(from, i)));
            from = i;
        }
        return lines;
    }

    public List<String> turn(TurnId turn, List<Card> cards) {
        var lines = new ArrayList<String>();
        lines.add(event("task_started", Json.object().with("turn_id", turn.value()), first(cards)));
        var items = ResponseItems.writeEach(cards.stream().map(Card::item).toList());
        for (var i = 0; i < cards.size(); i++) {
            var card = cards.get(i);
            if (!items.get(i).isNull()) lines.add(line("response_item", items.get(i), card.at()));
            if (card.item() instanceof Item.UserMessage message) {
                lines.add(event("user_message", Json.object().with("message", message.text()), card.at()));
            } else if (card.item() instanceof Item.AgentMessage message) {
                var body = Json.object().with("message", message.text());
                if (!message.phase().isEmpty()) body = body.with("phase", message.phase());
                lines.add(event("agent_message", body, card.at()));
            } else if (card.item() instanceof Item.Deliverable end) {
                var body = Json.object().with("turn_id", turn.value()).with("last_agent_message", end.text());
                lines.add(event("task_complete", body, card.at()));
            }
        }
        return lines;
    }

    public String meta(ChatThread thread) {
        var body = Json.object()
                .with("id", thread.id().value())
                .with("timestamp", time(thread.createdAt()))
                .with("cwd", thread.setup().cwd())
                .with("originator", "pawl")
                .with("cli_version", version)
                .with("source", thread.source())
                .with("model_provider", thread.setup().provider());
        return line("session_meta", body, thread.createdAt());
    }

    /// Codex's own mark for turns that no longer count.
    public String dropped(int turns, Instant at) {
        return event("thread_rolled_back", Json.object().with("num_turns", turns), at);
    }

    private static String event(String type, Json.Obj body, Instant at) {
        return line("event_msg", body.with("type", type), at);
    }

    private static String line(String type, Json payload, Instant at) {
        return Json.object()
                .with("timestamp", time(at))
                .with("type", type)
                .with("payload", payload)
                .write();
    }

    private static Instant first(List<Card> cards) {
        return cards.isEmpty() ? Instant.EPOCH : cards.getFirst().at();
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
