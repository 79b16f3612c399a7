package dev.pawl.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoresTest {
    private static Stores.Opened open(String url) {
        return Stores.open(url, Durability.NORMAL, new RecordingDoorbell(), new SettableClock());
    }

    @Test
    void aPathAndMemoryAreOpened(@TempDir Path folder) {
        for (var url : new String[] {"sqlite:" + folder.resolve("a b?c%20#.db"), "memory:"}) {
            try (var store = open(url)) {
                assertThat(store.outbox().events(10)).isEmpty();
            }
        }
        assertThat(folder.resolve("a b?c%20#.db")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "sqlite", "sqlite:", "sqlite::memory:", "mysql://root:secret@h/d", "memory:x", "/tmp/x.db"})
    void anythingElseIsRefusedInOneLineThatNamesTheForms(String url) {
        assertThatThrownBy(() -> open(url))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContainingAll("sqlite:PATH", "postgresql://user:password@host:port/database", "memory:")
                .hasMessageNotContainingAny("\n", "secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://u:sec ret@h/d", "jdbc:mysql://u:secret@h/d", "postgresql:secret"})
    void aBadAddressIsRefusedWithoutItsPassword(String url) {
        assertThatThrownBy(() -> open(url))
                .isInstanceOf(StoreFailure.class)
                .hasMessageNotContainingAny("sec")
                .hasNoCause();
    }
}
