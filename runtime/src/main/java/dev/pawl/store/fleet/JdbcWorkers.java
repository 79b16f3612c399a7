package dev.pawl.store.fleet;

import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Workers;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.JdbcRows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Rows of `workers`. SQL: `sql/common/worker.sql`. Safe for use by many threads.
public final class JdbcWorkers implements Workers {
    private static final Duration KEPT = Duration.ofDays(1);

    private final Transactions store;

    /// The transactions must be of a database: they open [JdbcRows].
    public JdbcWorkers(Transactions store) {
        this.store = store;
    }

    @Override
    public void announce(Profile worker, Duration lease) {
        store.commit(rows -> {
            var now = rows.now();
            connection(rows)
                    .write(
                            "worker.announce",
                            Values.of("worker", worker.id().value())
                                    .text("targets", written(worker.targets()))
                                    .text("host", worker.host())
                                    .number("pid", worker.pid())
                                    .number("slots", worker.slots())
                                    .text("version", worker.version())
                                    .number("draining", worker.draining() ? 1 : 0)
                                    .time("now", now)
                                    .time("lease", now.plus(lease)));
            connection(rows).write("worker.forget", Values.none().time("before", now.minus(KEPT)));
            return true;
        });
    }

    @Override
    public void leave(WorkerId worker) {
        store.commit(rows -> {
            connection(rows).write("worker.leave", Values.of("worker", worker.value()));
            return true;
        });
    }

    @Override
    public List<Listed> all() {
        return store.read(
                rows -> connection(rows).list(new Session.Query<>("worker.all", Values.none(), JdbcWorkers::listed)));
    }

    @Override
    public Instant now() {
        return store.read(Rows::now);
    }

    private static Session connection(Rows rows) {
        return ((JdbcRows) rows).connection();
    }

    /// No name of a target holds a space.
    private static String written(List<WorkerTarget> targets) {
        return targets.stream().map(WorkerTarget::value).collect(Collectors.joining(" "));
    }

    private static Listed listed(Row row) throws SQLException {
        var targets = Arrays.stream(row.text("targets").split(" "))
                .map(WorkerTarget::new)
                .toList();
        var worker = new Profile(
                new WorkerId(row.text("worker_id")),
                targets,
                row.text("host"),
                row.number("pid"),
                (int) row.number("slots"),
                row.text("version"),
                row.number("draining") == 1);
        return new Listed(worker, row.time("started_at"), row.time("seen_at"), row.time("lease_until"));
    }
}
