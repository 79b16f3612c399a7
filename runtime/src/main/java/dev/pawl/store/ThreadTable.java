package dev.pawl.store;

import dev.pawl.id.ThreadId;
import dev.pawl.json.SetupCodec;
import dev.pawl.store.Session.Query;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Rows of `threads`. SQL: `sql/common/thread.sql`.
final class ThreadTable {
    private final Session session;

    ThreadTable(Session session) {
        this.session = session;
    }

    void insert(ChatThread thread) {
        session.write(
                "thread.insert",
                values(thread)
                        .text("source", thread.source())
                        .text("forked_from", thread.forkedFrom())
                        .time("created", thread.createdAt()));
    }

    void save(ChatThread thread) {
        session.change("thread.save", thread.id().value(), values(thread));
    }

    private static Values values(ChatThread thread) {
        return Values.of("thread", thread.id().value())
                .text("title", thread.title())
                .number("archived", thread.archived() ? 1 : 0)
                .text("cwd", thread.setup().cwd())
                .text("setup", SetupCodec.write(thread.setup()))
                .time("updated", thread.updatedAt());
    }

    Optional<ChatThread> find(ThreadId id) {
        return session.list(new Query<>("thread.find", Values.of("thread", id.value()), ThreadTable::thread)).stream()
                .findFirst();
    }

    List<ChatThread> latest(Threads.Filter filter, int max) {
        var values = Values.of("cwd", filter.cwd())
                .text("source", filter.source())
                .number("archived", filter.archived() ? 1 : 0)
                .number("max", max);
        return session.list(new Query<>("thread.latest", values, ThreadTable::thread));
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
