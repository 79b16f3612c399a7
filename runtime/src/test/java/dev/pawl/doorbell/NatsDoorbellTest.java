package dev.pawl.doorbell;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.testkit.Heard.bell;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.testkit.Heard;
import dev.pawl.testkit.NatsServer;
import dev.pawl.testkit.Servers;
import dev.pawl.testkit.Stranger;
import dev.pawl.testkit.Wire;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nats")
class NatsDoorbellTest {
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    private final Heard heard = new Heard();

    private static NatsDoorbell open(String servers, Subjects subjects) {
        return new NatsDoorbell(new LocalDoorbell(), servers, subjects);
    }

    /// A doorbell that hears from others from now on.
    private NatsDoorbell listening(String servers, Subjects subjects) {
        var doorbell = open(servers, subjects);
        doorbell.listen(heard);
        eventually("subscribed", () -> heard.contains(Bell.ANY));
        heard.forget();
        return doorbell;
    }

    private static void untilConnected(NatsDoorbell doorbell) {
        var up = new Heard();
        doorbell.listen(up);
        eventually("connected", () -> up.contains(Bell.ANY));
    }

    private static Subjects own(String name) {
        return Subjects.under(name + "-" + System.nanoTime());
    }

    @Test
    void aBellIsHeardInAnotherProcess() {
        var subjects = own("far");
        try (var here = open(Servers.nats(), subjects);
                var _ = listening(Servers.nats(), subjects)) {
            untilConnected(here);
            var strange = new Bell(new AgentId("a.b*>\"\\%"), new WorkerTarget("pool.1"));
            here.ring(bell("a"));
            here.ring(strange);
            eventually("both bells", () -> heard.contains(bell("a")) && heard.contains(strange));
        }
    }

    @Test
    void theOwnProcessHearsABellOnceAndAtOnce() {
        var subjects = own("near");
        try (var here = listening(Servers.nats(), subjects);
                var there = open(Servers.nats(), subjects)) {
            untilConnected(there);
            here.ring(bell("a"));
            assertThat(heard.bells()).containsExactly(bell("a"));
            there.ring(bell("last"));
            eventually("the marker", () -> heard.contains(bell("last")));
            assertThat(heard.count(bell("a"))).isOne();
        }
    }

    @Test
    void aDoubledBellIsTwoHints() {
        var subjects = own("twice");
        try (var here = open(Servers.nats(), subjects);
                var _ = listening(Servers.nats(), subjects)) {
            untilConnected(here);
            here.ring(bell("a"));
            here.ring(bell("a"));
            eventually("both", () -> heard.count(bell("a")) == 2);
        }
    }

    @Test
    void forgedAndBrokenMessagesAreIgnored() throws Exception {
        var subjects = own("forged");
        var wakeup = subjects.write(new Subject.Wakeup(new WorkerTarget("workers")));
        try (var _ = listening(Servers.nats(), subjects);
                var stranger = new Stranger(Servers.nats(), "nothing")) {
            for (var body : new String[] {
                "",
                "{",
                "null",
                "[]",
                "\"a\"",
                "{\"agent_id\":7}",
                "{\"agent_id\":\"\"}",
                "{\"agent_id\":\"a b\"}",
                "{\"agent_id\":\"" + "x".repeat(201) + "\"}",
                "{\"agent_id\":{\"agent_id\":\"a\"}}",
                "{\"x\":" + "[".repeat(1_500),
                "{\"agent_id\":\"a\",\"x\":\"" + "x".repeat(5_000) + "\"}",
                "\u0000\u0001",
            }) stranger.say(wakeup, body.getBytes(UTF_8));
            stranger.say(wakeup, new byte[] {(byte) 0xff, (byte) 0xfe});
            stranger.say(wakeup, new byte[900_000]);
            stranger.say(wakeup.replace("workers", "%zz"), "{\"agent_id\":\"a\"}".getBytes(UTF_8));
            stranger.say(wakeup + ".more", "{\"agent_id\":\"a\"}".getBytes(UTF_8));
            stranger.say(wakeup, "{\"reason\":[{}],\"agent_id\":\"good\",\"inbox_id\":\"i\"}".getBytes(UTF_8));
            eventually("the one good message", () -> heard.contains(bell("good")));
            assertThat(heard.bells()).containsExactly(bell("good"));
        }
    }

    @Test
    void afterARestartOfTheServerBellsWorkAgain() {
        try (var server = new NatsServer().start();
                var here = open(server.address(), Subjects.plain());
                var _ = listening(server.address(), Subjects.plain())) {
            untilConnected(here);
            for (var round = 0; round < 3; round++) {
                server.kill();
                var lost = bell("lost-" + round);
                here.ring(lost);
                server.start();
                eventually("told to look everywhere", () -> heard.contains(Bell.ANY));
                var ring = bell("round-" + round);
                eventually("bells again", () -> {
                    here.ring(ring);
                    return heard.contains(ring);
                });
                heard.forget();
            }
        }
    }

    /// The listener kept its connection: only the ringer can tell it that it missed something.
    @Test
    void whatWasRungWhileTheWireWasOutIsMadeGood() {
        var subjects = own("wire");
        try (var wire = Servers.wireToNats();
                var here = open("nats://127.0.0.1:" + wire.port(), subjects);
                var _ = listening(Servers.nats(), subjects)) {
            untilConnected(here);
            wire.pull();
            here.ring(bell("b"));
            wire.plug();
            eventually("told to look everywhere", () -> heard.contains(Bell.ANY));
        }
    }

    @Test
    void ringingWithoutAServerReturnsAtOnce() {
        try (var doorbell = open("nats://127.0.0.1:" + Wire.freePort(), Subjects.plain())) {
            doorbell.listen(heard);
            var start = System.nanoTime();
            for (var i = 0; i < 1_000; i++) doorbell.ring(bell("a"));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
            assertThat(heard.count(bell("a"))).isEqualTo(1_000);
        }
    }

    @Test
    void aServerThatComesLateIsFound() {
        try (var server = new NatsServer();
                var here = open(server.address(), Subjects.plain())) {
            here.listen(heard);
            here.ring(bell("early"));
            assertThat(heard.bells()).containsExactly(bell("early"));
            server.start();
            eventually("connected", () -> heard.contains(Bell.ANY));
        }
    }

    @Test
    void anAddressThatIsNoneIsRefusedAtOnce() {
        assertThatThrownBy(() -> open("nats://:bad:", Subjects.plain())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noThreadIsLeftBehindAfterClose() {
        var doorbell = listening(Servers.nats(), own("closed"));
        var threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(t -> !t.getName().equals("pawl-doorbell"));
        assertThat(threads).isNotEmpty();
        doorbell.close();
        doorbell.ring(bell("a"));
        assertThat(heard.bells()).isEmpty();
        assertThat(threads).noneMatch(Thread::isAlive);
    }

    @Test
    void aBellTakesAFewMilliseconds() {
        var subjects = own("speed");
        try (var here = open(Servers.nats(), subjects);
                var _ = listening(Servers.nats(), subjects)) {
            untilConnected(here);
            var micros = new long[200];
            for (var i = 0; i < micros.length; i++) {
                var ring = bell("n" + i);
                var start = System.nanoTime();
                here.ring(ring);
                eventually("heard", () -> heard.contains(ring));
                micros[i] = (System.nanoTime() - start) / 1_000;
            }
            Arrays.sort(micros);
            System.out.println("NATS bell: p50 " + micros[100] + " us, p99 " + micros[197] + " us");
            assertThat(micros[100]).isLessThan(100_000);
        }
    }
}
