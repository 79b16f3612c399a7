package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.event.DamagedRecord;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDamageTest extends DamageContract {
    private static final int PAGE = 4096;

    private final SettableClock clock = new SettableClock();

    @TempDir
    private Path folder;

    private SqliteFile file() {
        return new SqliteFile(folder.resolve("pawl.db"));
    }

    @Override
    Transactions openStore(Doorbell doorbell) {
        return new SqliteTransactions(file(), Durability.NORMAL, doorbell, clock);
    }

    @Override
    void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    void spoil(String statement) {
        try (var connection = file().open();
                var open = connection.createStatement()) {
            open.execute(statement);
        } catch (SQLException refused) {
            throw new AssertionError(refused);
        }
    }

    @Override
    StoreInspection inspection() {
        return new StoreInspection(store(), SqlDialect.SQLITE);
    }

    @Test
    void pagesOfTheFileThatAreNoPagesAreFound() throws IOException {
        for (var i = 0; i < 200; i++) running(new AgentId("many-" + i), ADA);
        ledger.close();
        spoil("PRAGMA wal_checkpoint(TRUNCATE)");
        try (var channel = FileChannel.open(file().path(), StandardOpenOption.WRITE)) {
            var pages = channel.size() / PAGE;
            for (var page = pages / 2; page < pages; page++) channel.write(ByteBuffer.allocate(PAGE), page * PAGE);
        }
        try (var again =
                new SqliteTransactions(file(), Durability.NORMAL, new RecordingDoorbell(), InstantSource.system())) {
            assertThat(new StoreInspection(again, SqlDialect.SQLITE).file()).isNotEmpty();
            assertThat(new StoreInspection(again, SqlDialect.SQLITE).all().damage())
                    .isNotEmpty();
            assertThatThrownBy(() -> again.read(rows -> {
                        for (var i = 0; i < 200; i++) rows.log().after(new AgentId("many-" + i), 0, 100);
                        return rows.cards().find(new CardId("none"));
                    }))
                    .isInstanceOf(DamagedRecord.class);
        }
    }
}
