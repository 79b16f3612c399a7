package dev.pawl.provider.chat;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Counts;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderError;
import dev.pawl.provider.dialect.Utterance;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/// Reads an answer of Chat Completions: thoughts, text and calls in pieces, then why it ended, then
/// perhaps the cost, then `[DONE]`. Servers leave out or repeat about anything of it. Items are
/// told at the end: before it none of them is known to be complete.
final class ChatReader implements Dialect.Reader {
    private static final String THOUGHT = "item_0";

    private final ChatSeals seals;
    private final ChatThoughts thoughts = new ChatThoughts();
    private final ThinkTags tags = new ThinkTags();
    private final Utterance text = new Utterance("item_1", "");
    private final Utterance refusal = new Utterance("item_2", "");
    private final ChatCalls calls = new ChatCalls();
    private Usage usage = Usage.NONE;
    private String finish = "";
    private String filtered = "";
    private boolean thinks;
    private boolean complete;

    ChatReader(ChatSeals seals) {
        this.seals = seals;
    }

    @Override
    public void read(ServerSentEvents.Event event, Queue<ModelEvent> out) {
        if (complete) return;
        if (event.data().equals("[DONE]")) {
            complete(out);
            return;
        }
        try {
            var chunk = Json.parse(event.data());
            if (isError(chunk, event.name())) throw OpenAiErrors.told(ProviderError.of(chunk));
            read(chunk, out);
        } catch (BadJson skipped) {
            // a stream that lost something that matters has no end either
        }
    }

    /// A chunk has choices, or a cost. What has neither and has words is an error of some shape.
    private static boolean isError(Json chunk, String event) {
        var error = chunk.at("error");
        if (error instanceof Json.Str(var words)) return !words.isBlank();
        if (error instanceof Json.Obj(var fields)) return !fields.isEmpty();
        if (chunk.at("choices") instanceof Json.Arr || chunk.at("usage") instanceof Json.Obj) return false;
        if (event.equals("error") || chunk.text("object", "").equals("error")) return true;
        return List.of("detail", "errors", "message").stream()
                .anyMatch(name -> !chunk.at(name).isNull());
    }

    private void read(Json chunk, Queue<ModelEvent> out) {
        var choice = chunk.at("choices").at(0);
        for (var cost : List.of(chunk.at("usage"), chunk.at("x_groq").at("usage"), choice.at("usage"))) {
            if (cost instanceof Json.Obj) usage = usage(cost);
        }
        var delta = choice.at("delta").isNull() ? choice.at("message") : choice.at("delta");
        think(thoughts.read(delta), out);
        content(delta.at("content"), out);
        refusal.add(delta.text("refusal", ""), out);
        if (delta.at("tool_calls") instanceof Json.Arr(var pieces)) {
            for (var piece : pieces) calls.add(piece);
        }
        finish = choice.text("finish_reason", finish);
        filtered(choice.at("content_filter_results"));
    }

    /// A text, or a list of parts: texts and thoughts.
    private void content(Json content, Queue<ModelEvent> out) {
        if (!(content instanceof Json.Arr(var parts))) {
            speak(tags.read(content.text().orElse("")), out);
            return;
        }
        for (var part : parts) {
            var type = part.text("type", "");
            if (type.equals("thinking") || type.equals("reasoning")) think(thoughts.read(part, type), out);
            else speak(new ThinkTags.Split("", part.text("text", "")), out);
        }
    }

    private void speak(ThinkTags.Split split, Queue<ModelEvent> out) {
        think(thoughts.show(split.thought()), out);
        text.add(split.text(), out);
    }

    private void think(String piece, Queue<ModelEvent> out) {
        if (piece.isEmpty()) return;
        if (!thinks) out.add(new ItemBegan(THOUGHT, "reasoning"));
        thinks = true;
        out.add(new ReasoningDelta(THOUGHT, 0, piece));
    }

    /// What a filter found, for the words that tell of it.
    private void filtered(Json results) {
        if (!(results instanceof Json.Obj(var categories))) return;
        var found = new ArrayList<String>();
        for (var each : categories.entrySet()) {
            var isFiltered = each.getValue().at("filtered") instanceof Json.Bool(var yes) && yes;
            if (isFiltered) found.add(each.getKey());
        }
        if (!found.isEmpty()) filtered = String.join(", ", found);
    }

    private void complete(Queue<ModelEvent> out) {
        complete = true;
        speak(tags.end(), out);
        switch (finish) {
            case "length", "model_length" -> fail("max_output_tokens", "", out);
            case "content_filter", "content-filter", "safety" -> fail("content_filter", filtered, out);
            case "error" -> throw Failures.stream("the server reported an error");
            default -> {
                said(out);
                var finished = calls.finished(seals.from(), emptyThoughts());
                for (var i = 0; i < finished.size(); i++) {
                    var id = "item_" + (i + 3);
                    out.add(new ItemBegan(id, "function_call"));
                    out.add(new ItemDone(id, finished.get(i)));
                }
                out.add(new Completed(usage, false));
            }
        }
    }

    private void fail(String reason, String details, Queue<ModelEvent> out) {
        if (!text.isBlank() || !refusal.isBlank()) said(out);
        throw Failures.incomplete(reason, details);
    }

    private void said(Queue<ModelEvent> out) {
        var tagged = !tags.before().isEmpty();
        if (!thoughts.isEmpty()) {
            thoughts.tagged(tags.before(), tags.after());
            out.add(new ItemDone(THOUGHT, thoughts.item(seals.from())));
        }
        if (!text.isBlank()) {
            // Tags with nothing between them are part of the text as it goes back.
            var raw = tagged && thoughts.isEmpty() ? tags.before() + tags.after() + text.text() : "";
            out.add(new ItemDone(text.id(), message(text.text(), "content", raw)));
        }
        if (!refusal.isBlank()) {
            out.add(new ItemDone(refusal.id(), message(refusal.text(), "refusal", refusal.text())));
        }
    }

    private Item.AgentMessage message(String words, String field, String raw) {
        if (raw.isEmpty()) return new Item.AgentMessage(words);
        var seal = Json.object().with("type", ChatSeals.MESSAGE).with("from", seals.from());
        return new Item.AgentMessage(words, "", seal.with(field, raw).write());
    }

    /// The names of thoughts that came and were empty: some servers refuse a call without them.
    private List<String> emptyThoughts() {
        return thoughts.isEmpty() ? thoughts.names() : List.of();
    }

    private static Usage usage(Json cost) {
        var input = Counts.of(cost, "prompt_tokens");
        var output = Counts.of(cost, "completion_tokens");
        var cached = Counts.of(cost.at("prompt_tokens_details"), "cached_tokens");
        var details = cost.at("completion_tokens_details");
        return new Usage(
                input,
                Math.max(
                        Math.max(cached, Counts.of(cost, "cached_tokens")), Counts.of(cost, "prompt_cache_hit_tokens")),
                0,
                output,
                Math.max(Counts.of(details, "reasoning_tokens"), Counts.of(cost, "reasoning_tokens")),
                cost.at("total_tokens").isNull() ? input + output : Counts.of(cost, "total_tokens"));
    }

    @Override
    public void whole(Json answer, Queue<ModelEvent> out) {
        if (isError(answer, "") || !(answer.at("choices") instanceof Json.Arr)) {
            throw OpenAiErrors.told(ProviderError.of(answer));
        }
        read(answer, out);
        complete(out);
    }

    @Override
    public void ended(Queue<ModelEvent> out) {
        if (finish.isEmpty()) throw Failures.closedEarly("finish_reason");
        complete(out);
    }
}
