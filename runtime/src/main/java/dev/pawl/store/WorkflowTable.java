package dev.pawl.store;

import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.json.BadJson;
import dev.pawl.json.WorkflowCodec;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import dev.pawl.workflow.WorkflowRows;
import dev.pawl.workflow.WorkflowState;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Rows of `workflows` and `workflow_journal`. SQL: `sql/*/workflow.sql`.
final class WorkflowTable implements WorkflowRows {
    private final Session session;
    private final StoreClock clock;

    WorkflowTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Head lock(String workspace) {
        var query = new Query<>("workflow.lock", Values.of("workspace", workspace), WorkflowTable::head);
        var there = session.list(query).stream().findFirst();
        if (there.isPresent()) return there.get();
        session.write("workflow.create", Values.of("workspace", workspace).time("at", now()));
        return session.list(query).getFirst();
    }

    @Override
    public Optional<Head> find(String workspace) {
        return session
                .list(new Query<>("workflow.find", Values.of("workspace", workspace), WorkflowTable::head))
                .stream()
                .findFirst();
    }

    @Override
    public Optional<Head> ofThread(ThreadId thread) {
        var values = Values.of("thread", thread.value());
        return session.list(new Query<>("workflow.of_thread", values, WorkflowTable::head)).stream()
                .findFirst();
    }

    @Override
    public List<Head> active(int max) {
        return session.list(new Query<>("workflow.active", Values.none().number("max", max), WorkflowTable::head));
    }

    @Override
    public void save(Head head) {
        session.change(
                "workflow.save",
                head.workspace(),
                Values.of("workspace", head.workspace())
                        .text("workflow", head.workflow())
                        .text("thread", head.thread().value())
                        .word("state", head.state())
                        .number("paused", head.paused() ? 1 : 0)
                        .number("revision", head.revision())
                        .number("entries", head.entries())
                        .text(
                                "owner",
                                head.lease().map(held -> held.owner().value()).orElse(null))
                        .time("lease_until", head.lease().map(Lease::until).orElse(null))
                        .time("at", now()));
    }

    @Override
    public List<Entry> entries(String workspace, String workflow) {
        var values = Values.of("workspace", workspace).text("workflow", workflow);
        return session.list(new Query<>("workflow.entries", values, WorkflowTable::entry));
    }

    @Override
    public List<Entry> ofCommand(String workspace, String command) {
        var values = Values.of("workspace", workspace).text("command", command);
        return session.list(new Query<>("workflow.of_command", values, WorkflowTable::entry));
    }

    @Override
    public void append(String workspace, List<Entry> entries) {
        for (var entry : entries) {
            session.write(
                    "workflow.append",
                    Values.of("workspace", workspace)
                            .number("entry", entry.number())
                            .number("revision", entry.revision())
                            .text("workflow", entry.workflow())
                            .text("command", entry.command())
                            .time("at", entry.at())
                            .text("type", WorkflowCodec.type(entry.content()))
                            .text("body", WorkflowCodec.write(entry.content())));
        }
    }

    private static Head head(Row row) throws SQLException {
        var owner = row.maybeText("owner");
        return new Head(
                row.text("workspace"),
                row.text("workflow_id"),
                new ThreadId(row.text("thread_id")),
                row.word(WorkflowState.class, "state"),
                row.number("paused") == 1,
                row.number("revision"),
                row.number("entries"),
                owner.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Lease(new WorkerId(owner.get()), row.time("lease_until"))));
    }

    private static Entry entry(Row row) throws SQLException {
        var number = row.number("entry");
        try {
            return new Entry(
                    number,
                    row.number("revision"),
                    row.text("workflow_id"),
                    row.text("command_id"),
                    row.time("at"),
                    WorkflowCodec.read(row.text("type"), row.text("body")));
        } catch (BadJson unreadable) {
            throw Checksums.damaged("workflow journal entry " + number, row.text("workflow_id"), unreadable);
        }
    }
}
