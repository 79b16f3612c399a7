package dev.pawl.provider.anthropic;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.ProviderError;
import dev.pawl.provider.dialect.Utterance;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads an answer of the Messages API: blocks that begin, grow and stop, then why it ended. Words
/// are told as they come, items at the end only: a call may be cut at the answer's length, thoughts
/// may lack what they led to, and a proxy may begin the whole message anew.
final class AnthropicReader implements Dialect.Reader {
    private final Map<Long, AnthropicBlock> blocks = new TreeMap<>();
    private final AnthropicUsage usage = new AnthropicUsage();
    private @Nullable Utterance speaking; // goes on from text to text
    private String stop = "";
    private String reason = "";
    private int messages;
    private boolean told;

    @Override
    public void read(ServerSentEvents.Event event, Queue<ModelEvent> out) {
        if (told || event.name().equals("ping")) return;
        try {
            var json = Json.parse(event.data());
            read(json.text("type", event.name()), json, out);
        } catch (BadJson skipped) {
            // a stream that lost something that matters has no message_stop either
        }
    }

    private void read(String type, Json json, Queue<ModelEvent> out) {
        switch (type) {
            case "message_start" -> start(json.at("message"));
            case "content_block_start" -> begin(json.number("index"), json.at("content_block"), out);
            case "content_block_delta" -> grow(json.number("index"), json.at("delta"), out);
            case "content_block_stop" -> {
                var block = blocks.get(json.number("index"));
                if (block != null) block.complete();
            }
            case "message_delta" -> {
                stopped(json.at("delta"));
                usage.count(json.at("usage"));
            }
            case "message_stop" -> complete(out);
            case "error" -> throw AnthropicErrors.told(ProviderError.of(json));
            default -> {
                if (json.at("error") instanceof Json.Obj) throw AnthropicErrors.told(ProviderError.of(json));
            }
        }
    }

    /// What a message before this one said is void: nothing of it is in this one.
    private void start(Json message) {
        blocks.clear();
        speaking = null;
        stop = "";
        messages++;
        usage.count(message.at("usage"));
    }

    private void begin(long index, Json content, Queue<ModelEvent> out) {
        var block = new AnthropicBlock(content);
        blocks.put(index, block);
        if (!block.isText()) speaking = null;
        if (block.isText()) {
            if (speaking == null) speaking = new Utterance(name(index), "");
            speaking.add(block.text("text"), out);
        } else if (block.isThought()) {
            out.add(new ItemBegan(name(index), "reasoning"));
            think(index, block.text("thinking"), out);
        } else if (block.isCall()) {
            out.add(new ItemBegan(name(index), "function_call"));
        }
    }

    /// Each message has names of its own: what was told of a void one is not gone on with.
    private String name(long index) {
        return messages <= 1 ? "block_" + index : "block_" + messages + "_" + index;
    }

    private void grow(long index, Json delta, Queue<ModelEvent> out) {
        var block = blocks.get(index);
        if (block == null || block.isComplete()) return;
        block.grow(delta);
        if (block.isText() && speaking != null) speaking.add(delta.text("text", ""), out);
        if (block.isThought()) think(index, delta.text("thinking", ""), out);
    }

    private void think(long index, String piece, Queue<ModelEvent> out) {
        if (!piece.isEmpty()) out.add(new ReasoningDelta(name(index), 0, piece));
    }

    private void stopped(Json delta) {
        stop = delta.text("stop_reason", stop);
        var details = delta.at("stop_details");
        reason = details.text("explanation", details.text("category", reason));
    }

    private void complete(Queue<ModelEvent> out) {
        var why = failure();
        if (why != null) throw why;
        told = true;
        for (var block : blocks.values()) block.complete();
        var items = new AnthropicItems(blocks, this::name);
        items.all(out);
        out.add(new Completed(usage.total(items.visibleTokens(), items.thoughtTokens()), stop.equals("pause_turn")));
    }

    private @Nullable ModelFailure failure() {
        return switch (stop) {
            case "max_tokens" -> Failures.incomplete("max_output_tokens", "");
            case "model_context_window_exceeded" -> Failures.contextOverflow(0);
            case "refusal" ->
                new ModelFailure(Kind.BAD_REQUEST, Failures.withReason("The model declined to answer.", reason));
            default -> null;
        };
    }

    @Override
    public void whole(Json answer, Queue<ModelEvent> out) {
        if (!(answer.at("content") instanceof Json.Arr(var contents))) {
            throw AnthropicErrors.told(ProviderError.of(answer));
        }
        start(answer);
        for (var i = 0; i < contents.size(); i++) begin(i, contents.get(i), out);
        for (var block : blocks.values()) block.complete();
        stopped(answer);
        complete(out);
    }

    /// What was said in full stays; thoughts and calls that led to nothing do not.
    @Override
    public void broken(Queue<ModelEvent> out) {
        if (told) return;
        told = true;
        new AnthropicItems(blocks, this::name).settled(out);
    }

    @Override
    public void ended(Queue<ModelEvent> out) {
        throw Failures.closedEarly("message_stop");
    }
}
