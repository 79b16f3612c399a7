package dev.pawl.provider;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.agent.ModelEvent.TextDelta;
import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.Queue;

/// Reads an answer of Chat Completions: thoughts, text and calls in pieces, then why it ended, then
/// perhaps the cost, then `[DONE]`. Servers leave out or repeat about anything of it.
final class ChatReader implements Dialect.Reader {
    private final StringBuilder thought = new StringBuilder();
    private final StringBuilder text = new StringBuilder();
    private final ChatCalls calls = new ChatCalls();
    private Usage usage = Usage.NONE;
    private String finish = "";
    private int items;
    private boolean complete;

    @Override
    public void read(ServerSentEvents.Event event, Queue<ModelEvent> out) {
        if (complete) return;
        if (event.data().equals("[DONE]")) {
            complete(out);
            return;
        }
        try {
            read(Json.parse(event.data()), out);
        } catch (BadJson skipped) {
            // a stream that lost something that matters has no end either
        }
    }

    private void read(Json chunk, Queue<ModelEvent> out) {
        if (!chunk.at("error").isNull()) throw failed(chunk.at("error"));
        if (chunk.at("usage") instanceof Json.Obj cost) usage = usage(cost);
        var choice = chunk.at("choices").at(0);
        var delta = choice.at("delta").isNull() ? choice.at("message") : choice.at("delta");
        think(delta.text("reasoning_content", delta.text("reasoning", "")), out);
        speak(said(delta.at("content")), out);
        if (delta.at("tool_calls") instanceof Json.Arr(var pieces)) {
            for (var piece : pieces) calls.add(piece);
        }
        finish = choice.text("finish_reason", finish);
    }

    /// A text, or a list of parts with one.
    private static String said(Json content) {
        if (!(content instanceof Json.Arr(var parts))) return content.text().orElse("");
        var text = new StringBuilder();
        for (var part : parts) text.append(part.text("text", ""));
        return text.toString();
    }

    private void think(String piece, Queue<ModelEvent> out) {
        if (piece.isEmpty()) return;
        if (thought.isEmpty()) out.add(new ItemBegan(name(), "reasoning"));
        thought.append(piece);
        out.add(new ReasoningDelta(name(), 0, piece));
    }

    private void speak(String piece, Queue<ModelEvent> out) {
        if (piece.isEmpty()) return;
        thoughtDone(out);
        if (text.isEmpty()) out.add(new ItemBegan(name(), "message"));
        text.append(piece);
        out.add(new TextDelta(name(), piece));
    }

    private String name() {
        return "item_" + items;
    }

    private void thoughtDone(Queue<ModelEvent> out) {
        if (thought.isEmpty()) return;
        done(new Item.Reasoning(thought.toString(), ""), out);
        thought.setLength(0);
    }

    private void done(Item item, Queue<ModelEvent> out) {
        out.add(new ItemDone(name(), item));
        items++;
    }

    private void complete(Queue<ModelEvent> out) {
        complete = true;
        thoughtDone(out);
        if (!text.isEmpty()) done(new Item.AgentMessage(text.toString()), out);
        switch (finish) {
            case "length" -> throw Failures.incomplete("max_output_tokens");
            case "content_filter" -> throw Failures.incomplete("content_filter");
            default -> {
                for (var call : calls.finished()) {
                    out.add(new ItemBegan(name(), "function_call"));
                    done(call, out);
                }
                out.add(new Completed(usage, false));
            }
        }
    }

    private static Usage usage(Json cost) {
        var input = Counts.of(cost, "prompt_tokens");
        var output = Counts.of(cost, "completion_tokens");
        var cached = Counts.of(cost.at("prompt_tokens_details"), "cached_tokens");
        return new Usage(
                input,
                Math.max(cached, Counts.of(cost, "prompt_cache_hit_tokens")),
                0,
                output,
                Counts.of(cost.at("completion_tokens_details"), "reasoning_tokens"),
                cost.at("total_tokens").isNull() ? input + output : Counts.of(cost, "total_tokens"));
    }

    /// The code may be a word or a status.
    private static ModelFailure failed(Json error) {
        if (error instanceof Json.Str(var message)) return Failures.stream(message);
        var code = error.at("code") instanceof Json.Num(var status) && status.equals("429")
                ? "rate_limit_exceeded"
                : error.text("code", error.text("type", ""));
        return OpenAiErrors.told(code, error.text("message", ""));
    }

    @Override
    public void ended(Queue<ModelEvent> out) {
        if (finish.isEmpty()) throw Failures.closedEarly("finish_reason");
        complete(out);
    }
}
