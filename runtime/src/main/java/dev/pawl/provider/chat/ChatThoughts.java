package dev.pawl.provider.chat;

import dev.pawl.card.Item;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.Sealed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The thoughts of one answer. Servers send them under several names, as details with an index, as
/// parts of the content, or in tags inside the text; each expects them back the way it sent them.
final class ChatThoughts {
    /// The names a plain text of thoughts has.
    static final List<String> NAMES = List.of("reasoning_content", "reasoning", "thinking");
    static final String CHUNK = "thinking";
    static final String DETAILS = "reasoning_details";

    private final Map<String, StringBuilder> named = new LinkedHashMap<>();
    private final List<Json.Obj> details = new ArrayList<>();
    private final StringBuilder shown = new StringBuilder();
    private Json.Obj chunk = Json.object();
    private String before = "";
    private String after = "";

    /// Takes what a piece of an answer has of them; the words to show.
    String read(Json delta) {
        var words = "";
        for (var name : NAMES) {
            if (!(delta.at(name) instanceof Json.Str(var piece))) continue;
            named.computeIfAbsent(name, _ -> new StringBuilder()).append(piece);
            if (words.isEmpty()) words = piece;
        }
        if (delta.at(DETAILS) instanceof Json.Arr(var pieces)) {
            var text = new StringBuilder();
            for (var piece : pieces) text.append(detail(piece));
            if (words.isEmpty()) words = text.toString();
        }
        return show(words);
    }

    /// A part of the content that is a thought; the words to show.
    String read(Json part, String type) {
        var text = new StringBuilder();
        if (part.at(type) instanceof Json.Arr(var pieces)) pieces.forEach(piece -> text.append(piece.text("text", "")));
        else text.append(part.text(type, part.text("text", "")));
        if (type.equals(CHUNK)) chunk = FunctionForm.with(chunk, Sealed.without(part, Set.of(type)));
        return show(text.toString());
    }

    /// Thoughts that came in tags; these are told where the text has been.
    void tagged(String opening, String closing) {
        before = opening;
        after = closing;
    }

    String show(String words) {
        shown.append(words);
        return words;
    }

    /// Details of one index are one, in pieces: texts grow, the rest is there once. A detail
    /// without an index goes on with the last one where both are of a kind that comes in pieces.
    private String detail(Json piece) {
        if (!(piece instanceof Json.Obj object)) return "";
        var at = place(object);
        if (at < 0) details.add(object);
        else details.set(at, grown(details.get(at), object));
        return object.text("text", object.text("summary", ""));
    }

    private int place(Json.Obj piece) {
        for (var i = details.size() - 1; i >= 0; i--) {
            var known = details.get(i);
            var sameKind = known.text("type", "").equals(piece.text("type", ""));
            if (piece.at("index").isNull()) {
                var goesOn = known.at("index").isNull()
                        && sameKind
                        && !piece.text("type", "").endsWith("encrypted");
                return goesOn && i == details.size() - 1 && isSame(known, piece, "id") ? i : -1;
            }
            if (known.at("index").equals(piece.at("index")) && sameKind && isSame(known, piece, "id")) return i;
        }
        return -1;
    }

    private static boolean isSame(Json one, Json other, String name) {
        return one.at(name).isNull() || other.at(name).isNull() || Objects.equals(one.at(name), other.at(name));
    }

    private static Json.Obj grown(Json.Obj known, Json.Obj piece) {
        var all = known;
        for (var field : piece.fields().entrySet()) {
            var name = field.getKey();
            var grows = name.equals("text") || name.equals("summary") || name.equals("data");
            var value = field.getValue();
            if (grows && value instanceof Json.Str(var more)) {
                all = all.with(name, known.text(name, "") + more);
            } else if (!value.isNull()) {
                all = all.with(name, value);
            }
        }
        return all;
    }

    boolean isEmpty() {
        return shown.toString().isBlank() && details.isEmpty();
    }

    /// The names under which the server sent a text, even an empty one.
    List<String> names() {
        return List.copyOf(named.keySet());
    }

    Item.Reasoning item(String from) {
        var text = shown.toString();
        var seal = Json.object().with("type", ChatSeals.REASONING).with("from", from);
        var same = new ArrayList<String>();
        var other = Json.object();
        for (var each : named.entrySet()) {
            if (each.getValue().toString().equals(text)) same.add(each.getKey());
            else other = other.with(each.getKey(), each.getValue().toString());
        }
        if (!details.isEmpty()) other = other.with(DETAILS, Json.array(details));
        if (!same.isEmpty()) seal = seal.with("names", Json.strings(same));
        if (!other.fields().isEmpty()) seal = seal.with("fields", other);
        if (!chunk.fields().isEmpty()) seal = seal.with("chunk", chunk);
        if (!before.isEmpty()) seal = seal.with("before", before).with("after", after);
        return new Item.Reasoning(text, seal.write());
    }
}
