package dev.pawl.store;

import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.postgres.PostgresConnections;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.RecordingDoorbell;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresFaultTest extends JdbcFaults {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_faults");
    private static final Deque<Connection> IDLE = new ArrayDeque<>();

    private static PostgresTransactions sound;

    @BeforeAll
    static void makeTheSchema() {
        DATABASE.empty();
        sound = DATABASE.open(new RecordingDoorbell());
        sound.read(rows -> rows.now());
    }

    @AfterAll
    static void letGo() throws SQLException {
        sound.close();
        for (var connection : IDLE) connection.close();
    }

    @Override
    Transactions soundStore() {
        return sound;
    }

    @Override
    Transactions open(Faults faults) {
        return new PostgresTransactions(
                new FewConnections(faults), new RecordingDoorbell(), PostgresTransactions.PATIENCE);
    }

    /// Keeps what still works for the next one, as a pool would.
    private record FewConnections(Faults faults) implements PostgresConnections {
        @Override
        public <T> T lend(Errand<T> errand) throws SQLException {
            var idle = IDLE.poll();
            var real = idle != null ? idle : DATABASE.connectAsStore();
            try (var lent = faults.on(real, this::keep)) {
                return errand.with(lent);
            }
        }

        private void keep(Connection real) throws SQLException {
            if (!real.getAutoCommit()) real.rollback();
            real.setAutoCommit(false);
            IDLE.add(real);
        }

        @Override
        public String name() {
            return "test";
        }

        @Override
        public boolean worked() {
            return true;
        }

        @Override
        public void close() {}
    }
}
