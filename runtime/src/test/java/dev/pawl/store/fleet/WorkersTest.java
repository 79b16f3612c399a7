package dev.pawl.store.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Workers;
import dev.pawl.store.memory.MemoryWorkers;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of workers, in a file and in memory.
class WorkersTest {
    private static final Duration LEASE = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock();

    private static Workers.Profile profile(String id, boolean draining) {
        var targets = List.of(new WorkerTarget("team@here"), new WorkerTarget("team"));
        return new Workers.Profile(new WorkerId(id), targets, "here", 7, 4, "1.0", draining);
    }

    @Test
    void aWorkerIsListedUntilItLeaves() {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        try (var store = new SqliteTransactions(file, Durability.NORMAL, new LocalDoorbell(), clock)) {
            listedUntilItLeaves(new JdbcWorkers(store));
        }
        listedUntilItLeaves(new MemoryWorkers(clock));
    }

    private void listedUntilItLeaves(Workers workers) {
        var start = clock.instant();
        workers.announce(profile("a", false), LEASE);
        workers.announce(profile("b", false), LEASE);
        clock.advance(Duration.ofSeconds(10));
        workers.announce(profile("a", true), LEASE);
        var all = workers.all();
        assertThat(all).extracting(one -> one.worker().id().value()).containsExactly("a", "b");
        assertThat(all.getFirst().worker()).isEqualTo(profile("a", true));
        assertThat(all.getFirst().startedAt()).isEqualTo(start);
        assertThat(all.getFirst().leaseUntil()).isEqualTo(start.plusSeconds(25));
        clock.advance(Duration.ofSeconds(6));
        assertThat(all.getFirst().isGone(workers.now())).isFalse();
        assertThat(all.getLast().isGone(workers.now()))
                .as("no word for longer than its lease")
                .isTrue();
        workers.leave(new WorkerId("a"));
        assertThat(workers.all()).hasSize(1);
    }
}
