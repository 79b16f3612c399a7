package dev.pawl.provider;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.agent.ModelEvent.TextDelta;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Reads an answer of the Messages API: blocks that begin, grow and stop, then why it ended. Calls
/// are told at the end only: an answer that was cut at its length may hold half a call.
final class AnthropicReader implements Dialect.Reader {
    private static final class Block {
        private final Json start;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder signature = new StringBuilder();

        Block(Json start) {
            this.start = start;
            text.append(start.text("text", start.text("thinking", "")));
            signature.append(start.text("signature", ""));
        }

        String type() {
            return start.text("type", "");
        }
    }

    private final Map<Long, Block> open = new HashMap<>();
    private final List<ItemDone> calls = new ArrayList<>();
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private String stop = "";

    @Override
    public void read(ServerSentEvents.Event event, Queue<ModelEvent> out) {
        if (event.name().equals("ping")) return;
        try {
            var json = Json.parse(event.data());
            read(json.text("type", event.name()), json, out);
        } catch (BadJson skipped) {
            // a stream that lost something that matters has no message_stop either
        }
    }

    private void read(String type, Json json, Queue<ModelEvent> out) {
        switch (type) {
            case "message_start" -> count(json.at("message").at("usage"));
            case "content_block_start" -> begin(json, out);
            case "content_block_delta" -> grow(json, out);
            case "content_block_stop" -> finish(json.number("index"), out);
            case "message_delta" -> {
                stop = json.at("delta").text("stop_reason", stop);
                count(json.at("usage"));
            }
            case "message_stop" -> complete(out);
            case "error" -> throw AnthropicErrors.told(json.at("error"));
            default -> {
                // of no use to us
            }
        }
    }

    /// Counts come in parts, and later ones are totals.
    private void count(Json usage) {
        input = Math.max(input, Counts.of(usage, "input_tokens"));
        cacheRead = Math.max(cacheRead, Counts.of(usage, "cache_read_input_tokens"));
        cacheWrite = Math.max(cacheWrite, Counts.of(usage, "cache_creation_input_tokens"));
        output = Math.max(output, Counts.of(usage, "output_tokens"));
    }

    private void begin(Json json, Queue<ModelEvent> out) {
        var block = new Block(json.at("content_block"));
        var index = json.number("index");
        open.put(index, block);
        switch (block.type()) {
            case "text" -> out.add(new ItemBegan(name(index), "message"));
            case "thinking", "redacted_thinking" -> out.add(new ItemBegan(name(index), "reasoning"));
            case "tool_use" -> out.add(new ItemBegan(name(index), "function_call"));
            default -> {
                // a kind nobody asked for
            }
        }
    }

    private static String name(long index) {
        return "block_" + index;
    }

    private void grow(Json json, Queue<ModelEvent> out) {
        var index = json.number("index");
        var block = open.get(index);
        if (block == null) return;
        var delta = json.at("delta");
        switch (delta.text("type", "")) {
            case "text_delta" -> {
                block.text.append(delta.text("text"));
                out.add(new TextDelta(name(index), delta.text("text")));
            }
            case "thinking_delta" -> {
                block.text.append(delta.text("thinking"));
                out.add(new ReasoningDelta(name(index), 0, delta.text("thinking")));
            }
            case "signature_delta" -> block.signature.append(delta.text("signature"));
            case "input_json_delta" -> block.text.append(delta.text("partial_json"));
            default -> {
                // citations and the like
            }
        }
    }

    private void finish(long index, Queue<ModelEvent> out) {
        var block = open.remove(index);
        var item = block == null ? null : item(block);
        if (item == null) return;
        var done = new ItemDone(name(index), item);
        if (item instanceof Item.ToolCall) {
            calls.add(done);
        } else {
            out.add(done);
        }
    }

    private static @Nullable Item item(Block block) {
        return switch (block.type()) {
            case "text" -> block.text.isEmpty() ? null : new Item.AgentMessage(block.text.toString());
            case "thinking" ->
                new Item.Reasoning(
                        block.text.toString(),
                        Json.object()
                                .with("type", "thinking")
                                .with("thinking", block.text.toString())
                                .with("signature", block.signature.toString())
                                .write());
            case "redacted_thinking" -> new Item.Reasoning("", block.start.write());
            case "tool_use" ->
                new Item.ToolCall(
                        CallIds.of(block.start.text("id", "")),
                        block.start.text("name"),
                        Form.FUNCTION,
                        arguments(block),
                        Replay.EFFECT);
            default -> null;
        };
    }

    private static String arguments(Block block) {
        if (!block.text.isEmpty()) return block.text.toString();
        return block.start.at("input") instanceof Json.Obj whole ? whole.write() : "{}";
    }

    private void complete(Queue<ModelEvent> out) {
        switch (stop) {
            case "max_tokens" -> throw Failures.incomplete("max_output_tokens");
            case "model_context_window_exceeded" -> throw Failures.contextOverflow(0);
            case "refusal" -> throw new ModelFailure(Kind.BAD_REQUEST, "The model declined to answer.");
            default -> {
                out.addAll(calls);
                var all = input + cacheRead + cacheWrite;
                var usage = new Usage(all, cacheRead, cacheWrite, output, 0, all + output);
                out.add(new Completed(usage, stop.equals("pause_turn")));
            }
        }
    }

    @Override
    public void ended(Queue<ModelEvent> out) {
        throw Failures.closedEarly("message_stop");
    }
}
