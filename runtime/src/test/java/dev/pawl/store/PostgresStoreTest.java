package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.event.DamagedRecord;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
            assertThatThrownBy(() -> store.read(rows -> rows.now()))
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
                    .isInstanceOf(DamagedRecord.class)
                    .hasMessageContaining("thread agent-1: event 1 is damaged");
        }
    }

    /// An interrupt closes the connection it meets. Who waits for one then must get a new one, and
    /// who waits and is interrupted must go on waiting.
    @Test
    @Timeout(60)
    void interruptedCallersGetTheirAnswersAndHoldNobodyUp() throws InterruptedException {
        var answers = new AtomicInteger();
        try (var store = open(DATABASE.url(), Duration.ofSeconds(30))) {
            store.read(rows -> rows.now());
            for (var round = 0; round < 30; round++) {
                var callers = new ArrayList<Thread>();
                var reads = new AtomicInteger();
                for (var i = 0; i < 8; i++) {
                    callers.add(Thread.ofVirtual().start(() -> {
                        for (var n = 0; n < 10; n++) {
                            store.read(rows -> rows.now());
                            reads.incrementAndGet();
                        }
                        answers.incrementAndGet();
                    }));
                }
                // Each time at another point of the 80 reads.
                while (reads.get() < round * 2 && callers.stream().anyMatch(Thread::isAlive)) Thread.onSpinWait();
                callers.forEach(Thread::interrupt);
                for (var caller : callers) caller.join();
            }
        }
        assertThat(answers).hasValue(30 * 8);
    }

    /// What a process does that was stopped in the middle of a transaction: nothing.
    private static Connection holding(AgentId agent) throws SQLException {
        var connection = DATABASE.connectAsStore();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT 1 FROM agent_state_head WHERE agent_id = '" + agent + "' FOR NO KEY UPDATE");
        }
        return connection;
    }

    @Test
    @Timeout(10)
    void aHeadThatAStoppedProcessHoldsKeepsNobodyFromMending() throws SQLException {
        var limits = Limits.DEFAULT.withLease(Duration.ofMillis(1)).withClaim(Duration.ofMillis(1));
        var free = new AgentId("agent-2");
        var target = new WorkerTarget("generic");
        try (var store = open(DATABASE.url(), Duration.ofSeconds(30))) {
            var ledger = new DurableLedger(store, limits, IDS);
            ledger.enqueue(request(AGENT, "a"));
            ledger.enqueue(request(free, "b"));
            var claims = ledger.claim(new WorkerId("stopped"), target, 2, "token");
            assertThat(claims).hasSize(2);
            DATABASE.advance(Duration.ofSeconds(1));
            try (var stopped = holding(AGENT)) {
                assertThat(ledger.sweep(target).released())
                        .as("the other one's")
                        .isEqualTo(1);
                stopped.rollback();
            }
            assertThat(ledger.sweep(target).released()).as("its own").isEqualTo(1);
            var holds = ledger.begin(ledger.claim(new WorkerId("ada"), target, 2, "next"), new WorkerId("ada"));
            DATABASE.advance(Duration.ofSeconds(1));
            try (var stopped = holding(AGENT)) {
                for (var hold : holds) {
                    var taken = ledger.takeOver(hold.gate(), new WorkerId("bob"), Departure.EXPIRED);
                    var isHeld = hold.gate().agent().equals(AGENT);
                    assertThat(taken).isInstanceOf(isHeld ? Takeover.NotTaken.class : Takeover.Taken.class);
                }
                stopped.rollback();
            }
        }
    }

    @Test
    void aWorkThatDozesInItsTransactionIsDoneAgain() {
        var impatient = DATABASE.url() + "&options=-c%20idle_in_transaction_session_timeout=50ms";
        var tries = new AtomicInteger();
        try (var store = open(impatient, Duration.ofSeconds(30))) {
            ledger(store).enqueue(request(AGENT, "a"));
            var there = store.commit(rows -> {
                var head = rows.heads().lock(AGENT);
                if (tries.incrementAndGet() == 1)
                    LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
                return head.isPresent()
                        && rows.inbox().find(AGENT, new LetterId("a")).isPresent();
            });
            assertThat(there).isTrue();
            assertThat(tries).hasValue(2);
        }
    }
}
