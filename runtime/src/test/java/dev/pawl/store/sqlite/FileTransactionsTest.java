package dev.pawl.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.host.Stores;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store's file that goes away under the program.
class FileTransactionsTest {
    @TempDir
    private Path folder;

    @Test
    void aDeletedFileIsNotWrittenAnyMore() throws IOException {
        try (var store = open()) {
            Files.delete(file());
            assertThatThrownBy(() -> look(store))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("deleted");
        }
    }

    @Test
    void anotherFileInItsPlaceIsNotWrittenEither() throws IOException {
        try (var store = open()) {
            Files.move(file(), folder.resolve("aside.db"));
            Files.createFile(file());
            assertThatThrownBy(() -> look(store)).isInstanceOf(StoreFailure.class);
            Files.delete(file());
            Files.move(folder.resolve("aside.db"), file());
            assertThat(look(store)).as("put back, it is written again").isTrue();
        }
    }

    private static boolean look(Transactions store) {
        return store.commit(rows -> rows.heads().peek(new AgentId("nobody")).isEmpty());
    }

    private Transactions open() {
        var url = "sqlite:" + file();
        var opened = Stores.open(url, Durability.FULL, new LocalDoorbell(), InstantSource.system());
        return new FileTransactions(opened.transactions(), file());
    }

    private Path file() {
        return folder.resolve("pawl.db");
    }
}
