package dev.pawl.tool.checkpoint;

import dev.pawl.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What was done to a workspace by one turn, or by one undo: pairs of pictures.
///
/// @param id     counts up in each workspace
/// @param turn   the turn; for an undo, that of what was undone
/// @param spans  what was done, in order; what others changed between two spans is in none
/// @param open   the picture before a call that is not over, or empty
/// @param undone the undo that took it back, or 0
/// @param left   what the pictures do not cover
public record Checkpoint(
        long id,
        Kind kind,
        String thread,
        String turn,
        Instant at,
        List<Span> spans,
        String open,
        long undone,
        List<String> left) {
    private static final int MOST_LEFT = 200;

    public Checkpoint {
        spans = List.copyOf(spans);
        left = List.copyOf(left.subList(0, Math.min(MOST_LEFT, left.size())));
    }

    public enum Kind {
        TURN,
        UNDO
    }

    /// Two trees of files, by their git names.
    public record Span(String before, String after) {}

    static Checkpoint begun(long id, Kind kind, String thread, String turn, Instant at) {
        return new Checkpoint(id, kind, thread, turn, at, List.of(), "", 0, List.of());
    }

    /// A call begins.
    Checkpoint opened(Picture before) {
        return new Checkpoint(id, kind, thread, turn, at, spans, before.tree(), 0, before.left());
    }

    /// The call is over, and this is what it left. A span that changed nothing is none.
    Checkpoint closed(Picture after) {
        var next = new ArrayList<>(spans);
        if (!open.isEmpty() && !open.equals(after.tree())) next.add(new Span(open, after.tree()));
        return new Checkpoint(id, kind, thread, turn, at, next, "", undone, after.left());
    }

    Checkpoint undoneBy(long undo) {
        return new Checkpoint(id, kind, thread, turn, at, spans, open, undo, left);
    }

    public boolean isCutOff() {
        return !open.isEmpty();
    }

    Json.Obj write() {
        var pairs = spans.stream()
                .map(span -> Json.strings(List.of(span.before(), span.after())))
                .toList();
        return Json.object()
                .with("id", id)
                .with("kind", kind.name().toLowerCase(Locale.ROOT))
                .with("thread", thread)
                .with("turn", turn)
                .with("at", at.toString())
                .with("spans", Json.array(pairs))
                .with("open", open)
                .with("undone", undone)
                .with("left", Json.strings(left));
    }

    static Checkpoint read(Json json) {
        var spans = json.list("spans").stream()
                .map(pair -> new Span(pair.at(0).asText(), pair.at(1).asText()))
                .toList();
        return new Checkpoint(
                json.number("id"),
                Kind.valueOf(json.text("kind").toUpperCase(Locale.ROOT)),
                json.text("thread"),
                json.text("turn"),
                Instant.parse(json.text("at")),
                spans,
                json.text("open"),
                json.number("undone"),
                json.list("left").stream().map(Json::asText).toList());
    }
}
