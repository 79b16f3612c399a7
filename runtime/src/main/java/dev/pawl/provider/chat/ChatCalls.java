package dev.pawl.provider.chat;

import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.CallIds;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.Sealed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Puts calls together from their pieces. A piece names its call by an index, by an id, by both, or
/// by nothing, and then belongs to the last one; a name begins a call where nothing else tells.
final class ChatCalls {
    private static final class Pieces {
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
        private Json.Obj more = Json.object(); // what else the server says of the call
        private Json.Obj functionMore = Json.object();
    }

    private static final Set<String> KNOWN = Set.of("index", "id", "type", "function", "name", "arguments");

    private final List<Pieces> calls = new ArrayList<>();
    private final Map<Long, Pieces> byIndex = new LinkedHashMap<>();

    void add(Json piece) {
        var id = piece.text("id", "");
        var function = piece.at("function");
        var name = function.text("name", "");
        var call = call(piece.at("index"), id, name);
        if (call.id.isEmpty()) call.id = id;
        if (call.name.isEmpty()) call.name = name;
        call.more = FunctionForm.with(call.more, Sealed.telling(Sealed.without(piece, KNOWN)));
        if (function instanceof Json.Obj) {
            call.functionMore = FunctionForm.with(call.functionMore, Sealed.telling(Sealed.without(function, KNOWN)));
        }
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

    /// The calls in order. The first one also keeps the names of thoughts that came empty.
    List<Item.ToolCall> finished(String from, List<String> emptyThoughts) {
        var finished = new ArrayList<Item.ToolCall>(calls.size());
        for (var call : calls) {
            if (call.name.isEmpty() && call.arguments.isEmpty()) continue;
            var arguments = call.arguments.isEmpty() ? "{}" : call.arguments.toString();
            var item = new Item.ToolCall(CallIds.of(call.id), call.name, Form.FUNCTION, arguments, Replay.EFFECT);
            finished.add(item.sealedWith(sealed(call, from, finished.isEmpty() ? emptyThoughts : List.of())));
        }
        return finished;
    }

    private static String sealed(Pieces call, String from, List<String> emptyThoughts) {
        var seal = Json.object().with("type", ChatSeals.CALL).with("from", from);
        var plain = seal.fields().size();
        if (!call.more.fields().isEmpty()) seal = seal.with("fields", call.more);
        if (!call.functionMore.fields().isEmpty()) seal = seal.with("function", call.functionMore);
        if (!emptyThoughts.isEmpty()) seal = seal.with("empty", Json.strings(emptyThoughts));
        return seal.fields().size() == plain ? "" : seal.write();
    }
}
