package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.fixture.Wire;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.support.CountingIds;
import dev.pawl.support.PostgresDatabase;
import dev.pawl.support.RecordingDoorbell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("postgres")
class PostgresStoreTest {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_store");
    private static final AgentId AGENT = new AgentId("agent-1");
    private static final CountingIds IDS = new CountingIds("id-");

    @BeforeEach
    void empty() {
        DATABASE.empty();
    }

    private static PostgresTransactions open(String url, Duration patience) {
        var pool = new PostgresPool(PostgresUrl.parse(url), 4);
        return new PostgresTransactions(pool, new RecordingDoorbell(), patience);
    }

    private static DurableLedger ledger(PostgresTransactions store) {
        return new DurableLedger(store, Limits.DEFAULT, IDS);
    }

    private static TurnRequest request(AgentId agent, String letter) {
        return new TurnRequest(
                new LetterId(letter),
                agent,
                new WorkerTarget("generic"),
                LetterKind.TURN,
                List.of(Item.UserMessage.of("zero \u0000 and half \ud83d")),
                Lineage.root("tester \u0000"));
    }

    private static URI server() {
        return URI.create(DATABASE.url().substring("jdbc:".length()));
    }

    private static void assertRefused(String url, String reason) {
        try (var store = open(url, Duration.ofSeconds(30))) {
            assertThatThrownBy(() -> store.read(books -> books.now()))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining(reason)
                    .satisfies(failure -> {
                        for (var at = failure; at != null; at = at.getCause()) {
                            assertThat(at.toString()).doesNotContain("s3cret");
                        }
                    });
        }
    }

    @Test
    void aWrongPortIsToldAtOnce() {
        assertRefused("postgresql://pawl:s3cret@127.0.0.1:" + Wire.freePort() + "/pawl", "cannot reach PostgreSQL at");
    }

    @Test
    void aWrongHostIsToldAtOnce() {
        assertRefused(
                "postgresql://pawl:s3cret@no-such-host.invalid:5432/pawl", "cannot reach PostgreSQL at no-such-host");
    }

    @Test
    void aMissingDatabaseIsTold() {
        assertRefused(
                "postgresql://127.0.0.1:" + server().getPort() + "/no_such_database?" + server().getRawQuery(),
                "has no such database");
    }

    @Test
    void aUserThatIsNotLetInIsTold() {
        assertRefused(
                "postgresql://nobody_here:s3cret@127.0.0.1:" + server().getPort() + "/pawl_store",
                "refused the user or password");
    }

    @Test
    void aServerThatHangsEndsInAFailure() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "postgresql://pawl:s3cret@127.0.0.1:" + silent.getLocalPort()
                            + "/pawl?connectTimeout=1&socketTimeout=1&sslmode=disable",
                    "PostgreSQL at 127.0.0.1");
        }
    }

    @Test
    void anOutageIsBridged() {
        try (var wire = new Wire("127.0.0.1", server().getPort());
                var store = open(
                        "jdbc:postgresql://127.0.0.1:" + wire.port() + "/pawl_store?" + server().getRawQuery(),
                        Duration.ofSeconds(30))) {
            var ledger = ledger(store);
            assertThat(ledger.enqueue(request(AGENT, "before"))).isInstanceOf(Receipt.Accepted.class);
            wire.pull();
            var later = Thread.ofVirtual().start(wire::plug);
            assertThat(ledger.enqueue(request(AGENT, "after"))).isInstanceOf(Receipt.Accepted.class);
            assertThat(later.isAlive()).isFalse();
        }
    }

    @Test
    void anOutageThatLastsEndsInAFailure() {
        try (var wire = new Wire("127.0.0.1", server().getPort());
                var store = open(
                        "jdbc:postgresql://127.0.0.1:" + wire.port() + "/pawl_store?" + server().getRawQuery(),
                        Duration.ofMillis(200))) {
            var ledger = ledger(store);
            assertThat(ledger.enqueue(request(AGENT, "before"))).isInstanceOf(Receipt.Accepted.class);
            wire.pull();
            assertThatThrownBy(() -> ledger.enqueue(request(AGENT, "after"))).isInstanceOf(StoreFailure.class);
        }
    }

    @Test
    void anInterruptedCallerStillLearnsTheOutcome() throws InterruptedException {
        try (var store = DATABASE.open(new RecordingDoorbell())) {
            var outcome = new AtomicReference<Object>();
            var caller = Thread.ofVirtual().start(() -> {
                Thread.currentThread().interrupt();
                var receipt = ledger(store).enqueue(request(AGENT, "a"));
                outcome.set(Thread.currentThread().isInterrupted() ? receipt : "the flag is gone");
            });
            caller.join();
            assertThat(outcome.get()).isInstanceOf(Receipt.Accepted.class);
        }
    }

    @Test
    void aDamagedEventIsNoticed() {
        try (var store = DATABASE.open(new RecordingDoorbell())) {
            ledger(store).enqueue(request(AGENT, "a"));
            DATABASE.run("UPDATE state.events SET body = replace(body, 'a', 'b') WHERE seq = 1");
            assertThatThrownBy(() -> ledger(store).events(AGENT, 0, 10))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessageContaining("event 1 of agent agent-1 is damaged");
        }
    }
}
