package dev.pawl.store;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.BadJson;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.json.SetupCodec;
import dev.pawl.store.StoreReports.CardLine;
import dev.pawl.store.StoreReports.EdgeLine;
import dev.pawl.store.StoreReports.Found;
import dev.pawl.store.StoreReports.LetterLine;
import dev.pawl.store.StoreReports.TokensLine;
import dev.pawl.store.StoreReports.TurnLine;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Rows for people who ask about them. SQL: `sql/common/report.sql`.
final class ReportTable {
    private final Session session;

    ReportTable(Session session) {
        this.session = session;
    }

    List<Found> search(String text, long before, int max) {
        var written = Json.of(text.toLowerCase(Locale.ROOT)).write();
        var values = Values.of("content", ThreadTable.like(written.substring(1, written.length() - 1)))
                .number("before", before)
                .number("max", max);
        return session.list(new Query<>("report.search", values, ReportTable::found));
    }

    private static Found found(Row row) throws SQLException {
        return new Found(
                row.number("card_no"),
                new ThreadId(row.text("agent_id")),
                row.text("title"),
                new TurnId(row.text("agent_turn_id")),
                row.maybeText("tool_call_id").orElse(row.text("card_id")),
                item(row.text("type"), row.text("content")),
                row.time("created_at"));
    }

    private static Optional<Item> item(String type, String content) {
        try {
            return Optional.of(ItemCodec.read(type, content));
        } catch (BadJson damaged) {
            return Optional.empty();
        }
    }

    private static Values of(ThreadId thread, TurnId turn) {
        return Values.of("agent", thread.value()).text("turn", turn.value());
    }

    List<LetterLine> letters(ThreadId thread, TurnId turn) {
        return session.list(new Query<>(
                "report.letters",
                of(thread, turn),
                row -> new LetterLine(
                        row.text("inbox_id"),
                        row.text("message_type"),
                        row.text("status"),
                        row.maybeNumber("turn_epoch").orElse(0L),
                        row.maybeText("correlation_id").orElse(""),
                        row.maybeText("claimed_by").orElse(""),
                        row.time("created_at"),
                        row.time("updated_at"))));
    }

    List<CardLine> cards(ThreadId thread, TurnId turn, int max) {
        return session.list(new Query<>(
                "report.cards",
                of(thread, turn).number("max", max),
                row -> new CardLine(
                        row.text("card_id"),
                        row.text("type"),
                        row.number("turn_epoch"),
                        row.text("step_id"),
                        row.maybeText("tool_call_id").orElse(""),
                        row.number("bytes"),
                        row.time("created_at"))));
    }

    List<EdgeLine> edges(ThreadId thread, TurnId turn) {
        return session.list(new Query<>(
                "report.edges",
                of(thread, turn),
                row -> new EdgeLine(
                        row.text("primitive"),
                        row.text("edge_phase"),
                        row.maybeText("source_agent_id").orElse(""),
                        row.text("target_agent_id"),
                        row.maybeText("correlation_id").orElse(""),
                        row.number("recursion_depth"),
                        row.time("created_at"))));
    }

    List<LoggedEvent> events(ThreadId thread, TurnId turn, int max) {
        return session.list(new Query<>("report.events", of(thread, turn).number("max", max), EventTable::event));
    }

    List<TokensLine> tokens(Optional<ThreadId> thread, Instant since) {
        var values = Values.of("thread", thread.map(ThreadId::value).orElse("")).time("since", since);
        return session
                .list(new Query<>("report.tokens", values, row -> {
                    var logged = EventTable.event(row);
                    var setup = SetupCodec.read(row.text("setup"));
                    return logged.event() instanceof Event.TokensCounted counted
                            ? Optional.of(new TokensLine(
                                    new ThreadId(logged.agent().value()), setup.model(), logged.at(), counted.last()))
                            : Optional.<TokensLine>empty();
                }))
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    List<String> calls(Optional<ThreadId> thread, Instant since) {
        var values = Values.of("thread", thread.map(ThreadId::value).orElse("")).time("since", since);
        return session.list(new Query<>(
                "report.calls",
                values,
                row -> item("tool_call", row.text("content"))
                        .map(item -> item instanceof Item.ToolCall call ? call.tool() : "?")
                        .orElse("?")));
    }

    List<TurnLine> turns(Instant since, int max) {
        var values = Values.none().time("since", since).number("max", max);
        return session.list(new Query<>(
                "report.ends",
                values,
                row -> new TurnLine(
                        new ThreadId(row.text("agent_id")),
                        new TurnId(row.text("agent_turn_id")),
                        row.maybeText("outcome").orElse(""),
                        row.maybeText("content").flatMap(content -> item("deliverable", content)),
                        row.time("created_at"))));
    }
}
