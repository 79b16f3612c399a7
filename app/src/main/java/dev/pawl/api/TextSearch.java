package dev.pawl.api;

import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.json.Json;
import dev.pawl.store.StoreReports.Found;
import dev.pawl.thread.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `pawl/search`: where something was said or done, with the item to open at. Titles come first, on
/// the first page; then messages, commands and output, newest first.
record TextSearch(ApiHost host) {
    private static final int AROUND = 80;
    private static final int MOST_TITLES = 20;

    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/search", this::search);
    }

    private Json search(ApiParams params) {
        params.only("query", "limit", "cursor");
        var query = params.text("query").strip();
        if (query.isEmpty()) throw ApiError.of("query", "is empty");
        var limit = (int) params.whole("limit", 50, 1, 200);
        var cursor = params.optionalText("cursor");
        var before = cursor.map(TextSearch::place).orElse(Long.MAX_VALUE);
        var data = new ArrayList<Json>();
        if (cursor.isEmpty()) data.addAll(titles(query));
        var found = host.reports().search(query, before, limit);
        for (var one : found) hit(one, query).ifPresent(data::add);
        var next = found.size() < limit
                ? new Json.Null()
                : Json.of(String.valueOf(found.getLast().place()));
        return Json.object().with("data", Json.array(data)).with("nextCursor", next);
    }

    private static long place(String cursor) {
        if (!cursor.matches("[0-9]{1,18}")) throw ApiError.of("cursor", "is not one of this method's");
        return Long.parseLong(cursor);
    }

    private List<Json> titles(String query) {
        var wanted = query.toLowerCase(Locale.ROOT);
        var all = new Threads.Query(Threads.Shelf.ANY, "", "", query, Threads.Cursor.START, MOST_TITLES);
        return host.threads().page(all).lines().stream()
                .filter(line -> line.thread().title().toLowerCase(Locale.ROOT).contains(wanted))
                .<Json>map(line -> Json.object()
                        .with("threadId", line.thread().id().value())
                        .with("threadName", line.thread().title())
                        .with("turnId", new Json.Null())
                        .with("itemId", new Json.Null())
                        .with("kind", "title")
                        .with("snippet", line.thread().title())
                        .with("at", line.usedAt().toEpochMilli()))
                .toList();
    }

    /// Nothing when the text is only in what is not shown: a name or a number of ours.
    private static Optional<Json> hit(Found found, String query) {
        for (var text : found.what().map(TextSearch::texts).orElse(List.of())) {
            var at = text.words().toLowerCase(Locale.ROOT).indexOf(query.toLowerCase(Locale.ROOT));
            if (at < 0) continue;
            var from = Math.max(0, at - AROUND);
            var to = Math.min(text.words().length(), at + query.length() + AROUND);
            return Optional.of(Json.object()
                    .with("threadId", found.thread().value())
                    .with("threadName", found.title())
                    .with("turnId", found.turn().value())
                    .with("itemId", found.item())
                    .with("kind", text.kind())
                    .with("snippet", text.words().substring(from, to))
                    .with("match", Json.object().with("start", at - from).with("end", at - from + query.length()))
                    .with("at", found.at().toEpochMilli()));
        }
        return Optional.empty();
    }

    private record Words(String kind, String words) {}

    /// What a person sees of an item.
    private static List<Words> texts(Item item) {
        return switch (item) {
            case Item.UserMessage(var parts) ->
                parts.stream()
                        .filter(Part.Text.class::isInstance)
                        .map(part -> new Words("user", ((Part.Text) part).text()))
                        .toList();
            case Item.AgentMessage message -> List.of(new Words("assistant", message.text()));
            case Item.ToolCall call -> details(call.detail(), new Words("tool", call.tool() + " " + call.arguments()));
            case Item.ToolResult result -> details(result.detail(), new Words("output", result.output()));
            default -> List.of();
        };
    }

    private static List<Words> details(Detail detail, Words otherwise) {
        return switch (detail) {
            case Detail.Command(var command, var _) -> List.of(new Words("command", command));
            case Detail.Ran ran -> List.of(new Words("output", ran.output()), new Words("command", ran.command()));
            case Detail.Edits(var changes) ->
                changes.stream()
                        .flatMap(change ->
                                List.of(new Words("file", change.path()), new Words("file", change.diff())).stream())
                        .toList();
            default -> List.of(otherwise);
        };
    }
}
