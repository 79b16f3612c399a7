package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.event.DamagedRecord;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {
    private static final AgentId AGENT = new AgentId("agent-1");

    @TempDir
    private Path folder;

    private final CountingIds ids = new CountingIds("id-");

    private SqliteFile file() {
        return new SqliteFile(folder.resolve("pawl.db"));
    }

    private static SqliteTransactions open(SqliteFile file) {
        return new SqliteTransactions(file, Durability.FULL, new RecordingDoorbell(), InstantSource.system());
    }

    private DurableLedger ledger(Transactions store) {
        return new DurableLedger(store, Limits.DEFAULT, ids);
    }

    private static TurnRequest request(AgentId agent, String letter, String text) {
        return new TurnRequest(
                new LetterId(letter),
                agent,
                new WorkerTarget("generic"),
                LetterKind.TURN,
                List.of(Item.UserMessage.of(text)),
                Lineage.root("tester"));
    }

    private static void run(SqliteFile file, String statement) throws SQLException {
        try (var connection = file.open();
                var open = connection.createStatement()) {
            open.execute(statement);
        }
    }

    @Test
    void theFileAndItsFolderAreTheOwnersAlone() throws IOException {
        var path = folder.resolve("new/deep/pawl.db");
        try (var store = open(new SqliteFile(path))) {
            ledger(store).enqueue(request(AGENT, "a", "hello"));
            assertThat(rights(path)).isEqualTo("rw-------");
            assertThat(rights(folder.resolve("new/deep/pawl.db-wal"))).isEqualTo("rw-------");
            assertThat(rights(folder.resolve("new/deep"))).isEqualTo("rwx------");
        }
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aFolderIsRefused() {
        assertThatThrownBy(() -> open(new SqliteFile(folder)))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("is a folder");
    }

    @Test
    void aPathThroughAFileIsRefused() throws IOException {
        Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> open(new SqliteFile(folder.resolve("file/pawl.db"))))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("cannot make the store");
    }

    @Test
    void aFileThatIsNoDatabaseIsRefusedAndKept() throws IOException {
        var text = "these are my notes, not a database. ".repeat(100);
        Files.writeString(file().path(), text);
        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("is not a SQLite database");
        assertThat(file().path()).hasContent(text);
    }

    @Test
    void aReadOnlyStoreSaysSo() {
        open(file()).close();
        var url = "jdbc:sqlite:" + file().path().toUri() + "?mode=ro";
        assertThatThrownBy(() -> {
                    try (var store = new SqliteTransactions(
                            () -> DriverManager.getConnection(url),
                            "ro.db",
                            Durability.FULL,
                            new RecordingDoorbell(),
                            InstantSource.system())) {
                        ledger(store).enqueue(request(AGENT, "a", "hello"));
                    }
                })
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("read-only");
    }

    @Test
    void aFullDiskIsToldAndLosesNothingThatWasAnswered() throws SQLException {
        open(file()).close();
        var accepted = new ArrayList<String>();
        try (var store = new SqliteTransactions(
                () -> {
                    var connection = file().open();
                    try (var statement = connection.createStatement()) {
                        statement.execute("PRAGMA max_page_count = 120");
                    }
                    return connection;
                },
                "small.db",
                Durability.FULL,
                new RecordingDoorbell(),
                InstantSource.system())) {
            var ledger = ledger(store);
            assertThatThrownBy(() -> {
                        for (var i = 0; i < 1000; i++) {
                            ledger.enqueue(request(new AgentId("agent-" + i), "a", "x".repeat(2000)));
                            accepted.add("agent-" + i);
                        }
                    })
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("disk full")
                    .hasMessageContaining("nothing that was answered is lost");
            assertThat(ledger.head(new AgentId("agent-0"))).isPresent();
        }
        assertThat(accepted).isNotEmpty();
        try (var store = open(file())) {
            for (var agent : accepted)
                assertThat(ledger(store).head(new AgentId(agent))).isPresent();
            assertThat(ledger(store).enqueue(request(AGENT, "later", "space again")))
                    .isInstanceOf(Receipt.Accepted.class);
        }
    }

    @Test
    void requestsThatComeTogetherShareACommit() throws Exception {
        try (var store = open(file());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var before = store.commits();
            var ledger = ledger(store);
            var asking = new ArrayList<Callable<Receipt>>();
            for (var i = 0; i < 400; i++) {
                var agent = new AgentId("agent-" + i);
                asking.add(() -> ledger.enqueue(request(agent, "a", "hello")));
            }
            for (var receipt : threads.invokeAll(asking))
                assertThat(receipt.get()).isInstanceOf(Receipt.Accepted.class);
            assertThat(store.commits() - before).isLessThan(200);
        }
    }

    @Test
    void aWorkThatThrowsIsUndoneAlone() throws Exception {
        try (var store = open(file());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ledger = ledger(store);
            var works = new ArrayList<Callable<Boolean>>();
            for (var i = 0; i < 100; i++) {
                var agent = new AgentId("agent-" + i);
                var fails = i % 2 == 0;
                works.add(() -> {
                    if (!fails) return ledger.enqueue(request(agent, "a", "hello")) instanceof Receipt.Accepted;
                    assertThatThrownBy(() -> store.commit(rows -> {
                                insertHead(rows, agent);
                                throw new IllegalArgumentException("no");
                            }))
                            .hasMessage("no");
                    return true;
                });
            }
            for (var work : threads.invokeAll(works)) assertThat(work.get()).isTrue();
            for (var i = 0; i < 100; i++) {
                assertThat(ledger.head(new AgentId("agent-" + i)).isPresent()).isEqualTo(i % 2 != 0);
            }
        }
    }

    private void insertHead(Rows rows, AgentId agent) {
        rows.heads()
                .insert(new Head(
                        new WorkerTarget("generic"),
                        new HeadState.Idle(agent, Epoch.NONE),
                        rows.now(),
                        ids.box(),
                        Head.Tally.NEW));
    }

    @Test
    void anInterruptedCallerStillLearnsTheOutcome() throws InterruptedException {
        try (var store = open(file())) {
            var outcome = new AtomicReference<Object>();
            var caller = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                var receipt = ledger(store).enqueue(request(AGENT, "a", "hello"));
                outcome.set(Thread.currentThread().isInterrupted() ? receipt : "the flag is gone");
            });
            caller.join();
            assertThat(outcome.get()).isInstanceOf(Receipt.Accepted.class);
        }
    }

    @Test
    void aReaderDoesNotWaitForTheWriter() throws InterruptedException {
        try (var store = open(file())) {
            ledger(store).enqueue(request(AGENT, "a", "hello"));
            var writing = new CountDownLatch(1);
            var read = new CountDownLatch(1);
            var writer = Thread.ofVirtual()
                    .start(() -> store.commit(rows -> {
                        insertHead(rows, new AgentId("other"));
                        writing.countDown();
                        await(read);
                        return true;
                    }));
            await(writing);
            assertThat(ledger(store).head(AGENT)).isPresent();
            assertThat(ledger(store).head(new AgentId("other"))).isEmpty();
            read.countDown();
            writer.join();
            assertThat(ledger(store).head(new AgentId("other"))).isPresent();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aDamagedEventIsNoticed() throws SQLException {
        try (var store = open(file())) {
            ledger(store).enqueue(request(AGENT, "a", "hello"));
            run(file(), "UPDATE events SET body = replace(body, 'a', 'b') WHERE seq = 1");
            assertThatThrownBy(() -> ledger(store).events(AGENT, 0, 10))
                    .isInstanceOf(DamagedRecord.class)
                    .hasMessageContaining("thread agent-1: event 1 is damaged");
            assertThat(ledger(store).events(AGENT, 1, 10)).isNotEmpty();
        }
    }

    @Test
    void aClosedStoreSaysSo() {
        var store = open(file());
        store.close();
        store.close();
        assertThatThrownBy(() -> ledger(store).head(AGENT)).hasMessageContaining("closed");
        assertThatThrownBy(() -> ledger(store).enqueue(request(AGENT, "a", "hello")))
                .hasMessageContaining("closed");
    }
}
