package dev.pawl.store.postgres;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.testkit.Heard.bell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.testkit.Heard;
import dev.pawl.testkit.Servers;
import dev.pawl.testkit.Wire;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("postgres")
class PostgresDoorbellTest {
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    private final Heard heard = new Heard();

    private static PGSimpleDataSource source(String url, String name) {
        var source = new PGSimpleDataSource();
        source.setURL(url);
        source.setApplicationName(name);
        return source;
    }

    private static PostgresDoorbell open(String url) {
        return new PostgresDoorbell(new LocalDoorbell(), source(url, "pawl-bells"));
    }

    private PostgresDoorbell listening() {
        var doorbell = open(Servers.postgres());
        doorbell.listen(heard);
        eventually("listening", () -> heard.contains(Bell.ANY));
        heard.forget();
        return doorbell;
    }

    private static void untilListening(PostgresDoorbell doorbell) {
        var up = new Heard();
        doorbell.listen(up);
        eventually("listening", () -> up.contains(Bell.ANY));
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = source(Servers.postgres(), "pawl-stranger").getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aBellIsHeardInAnotherProcessAndOnceInItsOwn() {
        var own = new Heard();
        try (var here = open(Servers.postgres());
                var there = listening()) {
            here.listen(own);
            eventually("listening", () -> own.contains(Bell.ANY));
            var strange = new Bell(new AgentId("a'b\"{,}\\%"), new WorkerTarget("NULL"));
            here.ring(bell("a"));
            here.ring(strange);
            eventually("both bells", () -> heard.contains(bell("a")) && heard.contains(strange));
            there.ring(bell("back"));
            eventually("the answer", () -> own.contains(bell("back")));
            assertThat(own.count(bell("a"))).isOne();
        }
    }

    @Test
    void forgedAndBrokenNotificationsAreIgnored() throws SQLException {
        try (var _ = listening()) {
            execute("NOTIFY pawl_bell");
            execute("NOTIFY pawl_bell, ' '");
            execute("NOTIFY pawl_bell, 'one'");
            execute("NOTIFY pawl_bell, 'one two three'");
            execute("NOTIFY pawl_bell, 'grün zwei'");
            execute("SELECT pg_notify('pawl_bell', repeat('x', 300) || ' a')");
            execute("NOTIFY another_bell, 'workers a'");
            execute("NOTIFY pawl_bell, 'workers good'");
            eventually("the good one", () -> heard.contains(bell("good")));
            assertThat(heard.bells()).containsExactly(bell("good"));
        }
    }

    @Test
    void aConnectionThatTheServerEndsIsMadeAgain() throws SQLException {
        try (var here = open(Servers.postgres());
                var _ = listening()) {
            untilListening(here);
            for (var round = 0; round < 3; round++) {
                execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pawl-bells'");
                var ring = bell("round-" + round);
                here.ring(ring);
                eventually(
                        "a look everywhere, after which the bell or nothing was missed",
                        () -> heard.contains(Bell.ANY));
                eventually("bells again", () -> {
                    here.ring(ring);
                    return heard.count(ring) > 0;
                });
                heard.forget();
            }
        }
    }

    @Test
    void aBellRungWhileTheServerWasAwayArrivesLater() {
        try (var wire = Servers.wireToPostgres();
                var here = open(Servers.through(wire));
                var _ = listening()) {
            untilListening(here);
            wire.pull();
            var start = System.nanoTime();
            for (var i = 0; i < 1_000; i++) here.ring(bell("away-" + i % 10));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
            wire.plug();
            eventually("all of them", () -> IntStream.range(0, 10).allMatch(i -> heard.contains(bell("away-" + i))));
        }
    }

    @Test
    void tooManyWaitingBellsBecomeOneThatSaysLookEverywhere() {
        try (var wire = Servers.wireToPostgres();
                var here = open(Servers.through(wire));
                var _ = listening()) {
            untilListening(here);
            wire.pull();
            for (var i = 0; i <= WaitingBells.MOST; i++) here.ring(bell("agent-" + i));
            wire.plug();
            eventually("look everywhere", () -> heard.contains(Bell.ANY));
        }
    }

    @Test
    void ringingWithoutAServerReturnsAtOnce() {
        var url = "jdbc:postgresql://127.0.0.1:" + Wire.freePort() + "/none?user=nobody";
        try (var doorbell = open(url)) {
            doorbell.listen(heard);
            var start = System.nanoTime();
            for (var i = 0; i < 1_000; i++) doorbell.ring(bell("a"));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
            assertThat(heard.count(bell("a"))).isEqualTo(1_000);
        }
    }

    @Test
    void waitingBellsAreSentOnce() throws InterruptedException {
        var waiting = new WaitingBells();
        for (var i = 0; i < 100; i++) waiting.add(bell("a" + i % 3));
        assertThat(waiting.take(0)).containsExactly(bell("a0"), bell("a1"), bell("a2"));
        assertThat(waiting.take(0)).isEmpty();
    }

    @Test
    void closingTakesNoTimeAndEndsTheThreads() {
        var doorbell = listening();
        var threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(t -> !t.getName().equals("pawl-listen") && !t.getName().equals("pawl-notify"));
        var start = System.nanoTime();
        doorbell.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
        eventually("no thread left", () -> threads.stream().noneMatch(Thread::isAlive));
        doorbell.ring(bell("a"));
        assertThat(heard.bells()).isEmpty();
    }

    @Test
    void aBellTakesAFewMilliseconds() {
        try (var here = open(Servers.postgres());
                var _ = listening()) {
            untilListening(here);
            var micros = new long[200];
            for (var i = 0; i < micros.length; i++) {
                var ring = bell("n" + i);
                var start = System.nanoTime();
                here.ring(ring);
                eventually("heard", () -> heard.contains(ring));
                micros[i] = (System.nanoTime() - start) / 1_000;
            }
            Arrays.sort(micros);
            System.out.println("PostgreSQL bell: p50 " + micros[100] + " us, p99 " + micros[197] + " us");
            assertThat(micros[100]).isLessThan(100_000);
        }
    }
}
