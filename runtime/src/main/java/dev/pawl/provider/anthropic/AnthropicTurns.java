package dev.pawl.provider.anthropic;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Blocks put together into messages that take turns, by the API's rules: results come first in the
/// message after their calls, no answer ends with a thought, and a call of the server's own tools
/// stands without its result only where the server is to go on with it. For one history.
final class AnthropicTurns {
    enum Role {
        USER,
        ASSISTANT,
        /// Stands for a user's words, if an answer is to be kept apart from the next.
        SEPARATOR
    }

    private record Stretch(Role role, List<Json> results, List<Json> blocks) {
        Stretch(Role role) {
            this(role, new ArrayList<>(), new ArrayList<>());
        }

        boolean isEmpty() {
            return results.isEmpty() && blocks.isEmpty();
        }

        List<Json> content() {
            var all = new ArrayList<>(results);
            all.addAll(blocks);
            return all;
        }
    }

    private final List<Stretch> stretches = new ArrayList<>();

    void say(Role role, Json block) {
        last(role).blocks.add(block);
    }

    /// Must stand first in a user's message.
    void result(Json block) {
        last(Role.USER).results.add(block);
    }

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    private Stretch last(Role role) {
        if (stretches.isEmpty() || stretches.getLast().role != role) stretches.add(new Stretch(role));
        return stretches.getLast();
    }

    List<Json> messages(Json goOn, Json cacheMark) {
        var called = new HashSet<String>();
        for (var i = 0; i < stretches.size(); i++) {
            if (stretches.get(i).role == Role.ASSISTANT) prune(i, called);
        }
        var turns = joined(goOn);
        // A history that begins or ends with the assistant would be read as something to complete.
        if (turns.isEmpty() || turns.getFirst().role == Role.ASSISTANT) turns.addFirst(words(goOn));
        if (turns.getLast().role == Role.ASSISTANT && openCalls(turns.getLast()).isEmpty()) turns.add(words(goOn));
        var messages = new ArrayList<Json>(turns.size());
        for (var turn : turns) messages.add(message(turn.role, turn.content()));
        if (turns.getLast().role == Role.USER) {
            messages.removeLast();
            messages.add(message(Role.USER, marked(turns.getLast().content(), cacheMark)));
        }
        return messages;
    }

    private static Stretch words(Json block) {
        var turn = new Stretch(Role.USER);
        turn.blocks.add(block);
        return turn;
    }

    /// Takes off what the API would refuse at this place: also an answer to a call that a shortened
    /// history has lost.
    private void prune(int at, Set<String> called) {
        var blocks = stretches.get(at).blocks;
        blocks.removeIf(block -> {
            called.add(block.text("id", ""));
            var answered = block.text("tool_use_id", "");
            return !answered.isEmpty() && !called.contains(answered);
        });
        var next = at + 1 < stretches.size() ? stretches.get(at + 1) : null;
        if (next != null && next.role == Role.USER && next.results.isEmpty()) {
            var open = openCalls(stretches.get(at));
            blocks.removeIf(block -> open.contains(block.text("id", "")));
        }
        while (!blocks.isEmpty() && isThought(blocks.getLast())) blocks.removeLast();
    }

    private static boolean isThought(Json block) {
        var type = block.text("type", "");
        return type.equals("thinking") || type.equals("redacted_thinking");
    }

    /// The calls of the server's own tools whose results it has not given yet.
    private static Set<String> openCalls(Stretch turn) {
        var open = new HashSet<String>();
        for (var block : turn.blocks) {
            if (block.text("type", "").endsWith("_tool_use")) open.add(block.text("id", ""));
            open.remove(block.text("tool_use_id", ""));
        }
        return open;
    }

    /// Neighbours of one role are one message. A separator is words only between two answers, and
    /// nothing where the second goes on with the first.
    private List<Stretch> joined(Json goOn) {
        var turns = new ArrayList<Stretch>();
        for (var stretch : stretches) {
            if (stretch.role == Role.SEPARATOR) {
                if (turns.isEmpty() || turns.getLast().role == Role.USER) continue;
                if (openCalls(turns.getLast()).isEmpty()) turns.add(words(goOn));
            } else if (!stretch.isEmpty()) {
                if (turns.isEmpty() || turns.getLast().role != stretch.role) turns.add(new Stretch(stretch.role));
                turns.getLast().results.addAll(stretch.results);
                turns.getLast().blocks.addAll(stretch.blocks);
            }
        }
        return turns;
    }

    private static List<Json> marked(List<Json> content, Json cacheMark) {
        if (content.getLast() instanceof Json.Obj block) {
            content.set(content.size() - 1, block.with("cache_control", cacheMark));
        }
        return content;
    }

    private static Json message(Role role, List<Json> content) {
        return Json.object()
                .with("role", role == Role.USER ? "user" : "assistant")
                .with("content", Json.array(content));
    }
}
