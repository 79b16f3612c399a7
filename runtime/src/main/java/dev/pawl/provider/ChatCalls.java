package dev.pawl.provider;

import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Puts calls together from their pieces. A piece names its call by an index, by an id, by both, or
/// by nothing, and then belongs to the last one; a name begins a call where nothing else tells.
final class ChatCalls {
    private static final class Pieces {
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
    }

    private final List<Pieces> calls = new ArrayList<>();
    private final Map<Long, Pieces> byIndex = new LinkedHashMap<>();

    void add(Json piece) {
        var id = piece.text("id", "");
        var function = piece.at("function");
        var name = function.text("name", "");
        var call = call(piece.at("index"), id, name);
        if (call.id.isEmpty()) call.id = id;
        if (call.name.isEmpty()) call.name = name;
        switch (function.at("arguments")) {
            case Json.Str(var text) -> call.arguments.append(text);
            case Json.Obj whole -> call.arguments.append(whole.write());
            case Json.Arr _, Json.Num _, Json.Bool _, Json.Null _ -> {
                // nothing of use
            }
        }
    }

    private Pieces call(Json index, String id, String name) {
        if (index instanceof Json.Num number) {
            var known = byIndex.get(number.asLong());
            // Some servers count every call as the first.
            if (known != null && !isAnother(known, id, name)) return known;
            var begun = begin();
            byIndex.put(number.asLong(), begun);
            return begun;
        }
        if (calls.isEmpty()) return begin();
        var last = calls.getLast();
        var another = id.isEmpty() ? !name.isEmpty() && !last.arguments.isEmpty() : isAnother(last, id, name);
        return another ? begin() : last;
    }

    private static boolean isAnother(Pieces known, String id, String name) {
        return !id.isEmpty() && !known.id.isEmpty() && !id.equals(known.id) && !name.isEmpty();
    }

    private Pieces begin() {
        var begun = new Pieces();
        calls.add(begun);
        return begun;
    }

    List<Item.ToolCall> finished() {
        var finished = new ArrayList<Item.ToolCall>(calls.size());
        for (var call : calls) {
            if (call.name.isEmpty() && call.arguments.isEmpty()) continue;
            var arguments = call.arguments.isEmpty() ? "{}" : call.arguments.toString();
            finished.add(new Item.ToolCall(CallIds.of(call.id), call.name, Form.FUNCTION, arguments, Replay.EFFECT));
        }
        return finished;
    }
}
