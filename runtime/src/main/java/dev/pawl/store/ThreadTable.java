package dev.pawl.store;

import dev.pawl.card.Item;
import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.json.SetupCodec;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Rows of `threads`. SQL: `sql/common/thread.sql`.
final class ThreadTable {
    private final Session session;

    ThreadTable(Session session) {
        this.session = session;
    }

    void insert(ChatThread thread) {
        session.write(
                "thread.insert",
                Values.of("thread", thread.id().value())
                        .text("title", thread.title())
                        .number("archived", thread.archived() ? 1 : 0)
                        .text("cwd", thread.setup().cwd())
                        .text("setup", SetupCodec.write(thread.setup()))
                        .time("updated", thread.updatedAt())
                        .text("source", thread.source())
                        .text("forked_from", thread.forkedFrom())
                        .time("created", thread.createdAt()));
    }

    void rename(ThreadId id, String title, Instant now) {
        session.change("thread.rename", id.value(), changed(id, now).text("title", title));
    }

    void shelve(ThreadId id, boolean archived, Instant now) {
        session.change("thread.shelve", id.value(), changed(id, now).number("archived", archived ? 1 : 0));
    }

    void setUp(ThreadId id, Setup setup, Instant now) {
        var values = changed(id, now).text("cwd", setup.cwd()).text("setup", SetupCodec.write(setup));
        session.change("thread.set_up", id.value(), values);
    }

    private static Values changed(ThreadId id, Instant now) {
        return Values.of("thread", id.value()).time("updated", now);
    }

    Optional<ChatThread> find(ThreadId id) {
        return session.list(new Query<>("thread.find", Values.of("thread", id.value()), ThreadTable::thread)).stream()
                .findFirst();
    }

    Threads.Page page(Threads.Query query) {
        var text = query.text().toLowerCase(Locale.ROOT);
        var written = Json.of(text).write();
        var values = Values.of("cwd", query.cwd())
                .text("source", query.source())
                .number("active", query.shelf() == Threads.Shelf.ARCHIVED ? -1 : 0)
                .number("archived", query.shelf() == Threads.Shelf.ACTIVE ? -1 : 1)
                .text("text", text)
                .text("title", like(text))
                .text("content", like(written.substring(1, written.length() - 1)))
                .time("before", query.after().usedAt())
                .text("before_id", query.after().id())
                .number("max", query.max());
        return new Threads.Page(session.list(new Query<>("thread.page", values, ThreadTable::line)));
    }

    static String like(String text) {
        return "%" + text.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
    }

    private static Threads.Line line(Row row) throws SQLException {
        return new Threads.Line(
                thread(row),
                row.time("used_at"),
                preview(row.maybeText("preview").orElse("")));
    }

    String preview(ThreadId id) {
        var values = Values.of("thread", id.value());
        return session.list(new Query<>("thread.preview", values, row -> preview(row.text("content")))).stream()
                .findFirst()
                .orElse("");
    }

    private static String preview(String content) {
        if (content.isEmpty()) return "";
        try {
            return ItemCodec.read("user_message", content) instanceof Item.UserMessage message ? message.text() : "";
        } catch (BadJson damaged) {
            return ""; // opening the thread says so; a list shows the others
        }
    }

    List<ThreadId> children(ThreadId id) {
        var values = Values.of("thread", id.value());
        return session.list(new Query<>("thread.children", values, row -> new ThreadId(row.text("target_agent_id"))));
    }

    long size(ThreadId id) {
        var values = Values.of("thread", id.value());
        return session.list(new Query<>("thread.size", values, row -> row.number("bytes")))
                .getFirst();
    }

    void remove(ThreadId id) {
        var values = Values.of("thread", id.value());
        session.write("thread.forget_notes", values);
        session.write("thread.remove", values);
        session.write("thread.revoke", values);
        session.write("thread.unpin", values);
    }

    /// All rows of an agent, in the order of the locks.
    void erase(String agent) {
        var values = Values.of("agent", agent);
        session.write("thread.erase_mail", values);
        session.write("thread.erase_waits", values);
        session.write("thread.erase_turns", values);
        session.write("thread.erase_cards", values);
        session.write("thread.erase_lists", values);
        session.write("thread.erase_boxes", values);
        session.write("thread.erase_events", values);
        session.write("thread.erase_edges", values);
        session.write("thread.erase_calls", values);
        session.write("thread.erase_head", values);
    }

    void grant(ThreadId thread, Threads.Grant grant) {
        session.write(
                "thread.grant",
                Values.of("thread", thread.value()).text("seal", grant.seal()).text("title", grant.title()));
    }

    List<Threads.Grant> grants(ThreadId thread) {
        return session.list(new Query<>(
                "thread.grants",
                Values.of("thread", thread.value()),
                row -> new Threads.Grant(row.text("seal"), row.text("title"))));
    }

    void revoke(ThreadId thread) {
        session.write("thread.revoke", Values.of("thread", thread.value()));
    }

    String note(ThreadId thread, String name, UnaryOperator<String> change) {
        var before = notes(thread).getOrDefault(name, "");
        var after = change.apply(before);
        var values = Values.of("thread", thread.value()).text("name", name);
        if (after.isEmpty()) session.write("thread.unnote", values);
        else if (!after.equals(before)) session.write("thread.note", values.text("value", after));
        return after;
    }

    Map<String, String> notes(ThreadId thread) {
        var notes = new LinkedHashMap<String, String>();
        session.list(new Query<>(
                        "thread.notes",
                        Values.of("thread", thread.value()),
                        row -> Map.entry(row.text("name"), row.text("value"))))
                .forEach(note -> notes.put(note.getKey(), note.getValue()));
        return notes;
    }

    Map<ThreadId, String> noted(String name) {
        var noted = new LinkedHashMap<ThreadId, String>();
        session.list(new Query<>(
                        "thread.noted",
                        Values.of("name", name),
                        row -> Map.entry(new ThreadId(row.text("thread_id")), row.text("value"))))
                .forEach(note -> noted.put(note.getKey(), note.getValue()));
        return noted;
    }

    void pin(ThreadId thread, String name, String pin) {
        session.write("thread.pin", pinned(thread, name, pin));
    }

    void repin(ThreadId thread, String name, String pin) {
        session.write("thread.repin", pinned(thread, name, pin));
    }

    private static Values pinned(ThreadId thread, String name, String pin) {
        return Values.of("thread", thread.value()).text("name", name).text("pin", pin);
    }

    Map<String, String> pins(ThreadId thread) {
        var pins = new HashMap<String, String>();
        for (var pin : session.list(new Query<>(
                "thread.pins",
                Values.of("thread", thread.value()),
                row -> Map.entry(row.text("name"), row.text("pin"))))) {
            pins.put(pin.getKey(), pin.getValue());
        }
        return pins;
    }

    private static ChatThread thread(Row row) throws SQLException {
        return new ChatThread(
                new ThreadId(row.text("thread_id")),
                row.text("title"),
                row.text("source"),
                row.text("forked_from"),
                row.number("archived") == 1,
                SetupCodec.read(row.text("setup")),
                row.time("created_at"),
                row.time("updated_at"));
    }
}
