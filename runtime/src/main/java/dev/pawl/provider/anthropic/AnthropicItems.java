package dev.pawl.provider.anthropic;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.Tokens;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.CallIds;
import dev.pawl.provider.dialect.Sealed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongFunction;

/// The blocks of an answer as items, in order: texts that stand together are one message; what the
/// server did itself is kept as it came.
final class AnthropicItems {
    private static final Set<String> CALL = Set.of("type", "id", "name", "input");

    private final Map<Long, AnthropicBlock> blocks;
    private final LongFunction<String> names;

    AnthropicItems(Map<Long, AnthropicBlock> blocks, LongFunction<String> names) {
        this.blocks = blocks;
        this.names = names;
    }

    /// Everything.
    void all(Queue<ModelEvent> out) {
        put(List.copyOf(blocks.keySet()), out);
    }

    /// What stands before the first block that is not complete, up to the last words or the last
    /// answer of the server's own tools, and without calls.
    void settled(Queue<ModelEvent> out) {
        var whole = new ArrayList<Long>();
        for (var each : blocks.entrySet()) {
            if (!each.getValue().isComplete() || each.getValue().isCall()) break;
            whole.add(each.getKey());
        }
        while (!whole.isEmpty() && !isSettled(whole)) whole.removeLast();
        put(whole, out);
    }

    private boolean isSettled(List<Long> indexes) {
        var last = blocks.get(indexes.getLast());
        if (last == null || last.isThought()) return false;
        for (var index : indexes) {
            var call = blocks.get(index);
            if (call == null || !call.isServerCall()) continue;
            if (indexes.stream().map(blocks::get).noneMatch(block -> block != null && block.answers(call)))
                return false;
        }
        return true;
    }

    private void put(List<Long> indexes, Queue<ModelEvent> out) {
        var texts = new ArrayList<AnthropicBlock>();
        var first = 0L;
        for (var index : indexes) {
            var block = blocks.get(index);
            if (block == null) continue;
            if (block.isText()) {
                if (texts.isEmpty()) first = index;
                texts.add(block);
                continue;
            }
            message(names.apply(first), texts, out);
            out.add(new ItemDone(names.apply(index), item(block)));
        }
        message(names.apply(first), texts, out);
    }

    private static void message(String name, List<AnthropicBlock> texts, Queue<ModelEvent> out) {
        var text = new StringBuilder();
        texts.forEach(block -> text.append(block.text("text")));
        if (!text.toString().isBlank()) {
            out.add(new ItemDone(name, new Item.AgentMessage(text.toString(), "", sealed(texts))));
        }
        texts.clear();
    }

    /// Nothing where the text alone gives the same block again.
    private static String sealed(List<AnthropicBlock> texts) {
        var spelt = texts.stream()
                .filter(block -> !block.text("text").isBlank()) // the API refuses blank ones
                .map(block -> Sealed.telling(block.json()))
                .toList();
        if (spelt.size() == 1 && spelt.getFirst().fields().size() == 2) return "";
        return Json.object()
                .with("type", "text")
                .with("blocks", Json.array(spelt))
                .write();
    }

    private static Item item(AnthropicBlock block) {
        if (block.isThought())
            return new Item.Reasoning(block.text("thinking"), block.json().write());
        if (!block.isCall())
            return new Item.Opaque(Sealed.ANTHROPIC + block.type(), block.json().write());
        var json = block.json();
        var call = new Item.ToolCall(
                CallIds.of(json.text("id", "")),
                json.text("name", ""),
                Form.FUNCTION,
                block.arguments(),
                Replay.EFFECT);
        var more = Sealed.telling(Sealed.without(json, CALL));
        if (more.fields().isEmpty()) return call;
        return call.sealedWith(
                Json.object().with("type", "tool_use").with("fields", more).write());
    }

    /// About how many tokens the answer is without its thoughts.
    long visibleTokens() {
        var tokens = 0L;
        for (var block : blocks.values()) {
            if (!block.isThought()) tokens += Tokens.of(block.text("text") + block.text("partial_json"));
        }
        return tokens;
    }

    /// About how many tokens the thoughts are that are shown; 0 when they are hidden, and less when
    /// there were none.
    long thoughtTokens() {
        var tokens = 0L;
        var any = false;
        for (var block : blocks.values()) {
            any |= block.isThought();
            if (block.isThought()) tokens += Tokens.of(block.text("thinking"));
        }
        return any ? tokens : -1;
    }
}
