package dev.pawl.doorbell;

import static dev.pawl.testkit.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.testkit.MemoryLog;
import dev.pawl.testkit.NatsServer;
import dev.pawl.testkit.Servers;
import dev.pawl.testkit.Stranger;
import io.nats.client.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("nats")
@Timeout(90)
class BusRelayTest {
    private static final AgentId AGENT = new AgentId("a1");
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration TICK = Duration.ofMillis(20);

    private final MemoryLog log = new MemoryLog();
    private final String prefix = "relay-" + System.nanoTime();
    private final Subjects subjects = Subjects.under(prefix);

    private BusRelay started(Outbox outbox, String servers, Duration tick) {
        var relay = new BusRelay(outbox, servers, subjects, tick);
        relay.start();
        return relay;
    }

    private static String id(Message message) {
        return message.getHeaders().getLast("Nats-Msg-Id");
    }

    private static List<String> ids(List<Message> messages) {
        return messages.stream().map(BusRelayTest::id).toList();
    }

    /// The numbers each agent's messages carry, repetitions left out as a receiver would.
    private static Map<String, List<Long>> received(List<Message> messages) {
        var known = new LinkedHashSet<String>();
        var numbers = new LinkedHashMap<String, List<Long>>();
        for (var message : messages) {
            if (!known.add(id(message))) continue;
            var words = id(message).split(":", -1);
            numbers.computeIfAbsent(words[0], _ -> new ArrayList<>()).add(Long.valueOf(words[1]));
        }
        return numbers;
    }

    @Test
    void eventsLeaveInOrderWithTheirIds() throws Exception {
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>");
                var doorbell = new LocalDoorbell();
                var relay = started(log, Servers.nats(), NEVER)) {
            doorbell.listen(relay::wake);
            for (var i = 0; i < 10; i++) log.addItem(AGENT, "c" + i);
            log.addEnd(AGENT);
            doorbell.ring(new Bell(AGENT, new WorkerTarget("workers")));
            eventually("all arrived", () -> stranger.count() == 12);
            assertThat(ids(stranger.messages()))
                    .containsExactly(
                            "a1:1",
                            "a1:2",
                            "a1:3",
                            "a1:4",
                            "a1:5",
                            "a1:6",
                            "a1:7",
                            "a1:8",
                            "a1:9",
                            "a1:10",
                            "a1:11:state",
                            "a1:11");
            var last = stranger.messages().getLast();
            assertThat(last.getSubject()).isEqualTo(prefix + ".evt.agent.a1.task");
            assertThat(new String(last.getData(), UTF_8))
                    .isEqualTo("{\"agent_turn_id\":\"turn-of-a1\",\"status\":\"success\","
                            + "\"output_box_id\":\"box\",\"deliverable_card_id\":\"end\",\"seq\":11}");
            assertThat(last.getHeaders().getLast("CG-Turn-Epoch")).isEqualTo("1");
            eventually("marked", log::isEmpty);
        }
    }

    @Test
    void whatIsMarkedIsNotSentAgain() throws Exception {
        log.addItem(AGENT, "c");
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>")) {
            try (var _ = started(log, Servers.nats(), TICK)) {
                eventually("marked", log::isEmpty);
            }
            log.addItem(AGENT, "d");
            try (var _ = started(log, Servers.nats(), TICK)) {
                eventually("marked", log::isEmpty);
            }
            eventually("arrived", () -> stranger.count() == 2);
            assertThat(ids(stranger.messages())).containsExactly("a1:1", "a1:2");
        }
    }

    /// An outbox whose process dies before anything is marked.
    private record Dying(Outbox outbox) implements Outbox {
        @Override
        public List<LoggedEvent> events(int max) {
            return outbox.events(max);
        }

        @Override
        public void published(AgentId agent, long seq) {
            throw new StoreFailure("died before " + agent + " was marked up to " + seq);
        }

        @Override
        public List<RemoteCall> calls(int max) {
            return outbox.calls(max);
        }

        @Override
        public void sent(RemoteCall call) {
            throw new StoreFailure("died before the call was marked");
        }
    }

    @Test
    void aCrashBetweenPublishAndMarkRepeatsWithTheSameIds() throws Exception {
        for (var i = 0; i < 3; i++) log.addItem(AGENT, "c" + i);
        log.add(call("count"));
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>")) {
            try (var _ = started(new Dying(log), Servers.nats(), NEVER)) {
                eventually("published", () -> stranger.count() == 4);
            }
            assertThat(log.isEmpty()).isFalse();
            try (var _ = started(log, Servers.nats(), NEVER)) {
                eventually("marked", log::isEmpty);
            }
            eventually("published again", () -> stranger.count() == 8);
            var ids = ids(stranger.messages());
            assertThat(ids.subList(0, 4))
                    .isEqualTo(ids.subList(4, 8))
                    .containsExactly("a1:1", "a1:2", "a1:3", "a1:1:call=k-count");
        }
    }

    @Test
    void aStoreThatFailsForAWhileIsAskedAgain() throws Exception {
        log.addItem(AGENT, "c");
        var failures = new AtomicInteger(3);
        var outbox = new Outbox() {
            @Override
            public List<LoggedEvent> events(int max) {
                if (failures.getAndDecrement() > 0) throw new StoreFailure("away");
                return log.events(max);
            }

            @Override
            public void published(AgentId agent, long seq) {
                log.published(agent, seq);
            }

            @Override
            public List<RemoteCall> calls(int max) {
                return log.calls(max);
            }

            @Override
            public void sent(RemoteCall call) {
                log.sent(call);
            }
        };
        try (var _ = started(outbox, Servers.nats(), TICK)) {
            eventually("carried", log::isEmpty);
        }
    }

    private static RemoteCall call(String tool) {
        var need = new Wait.Need(
                new CallId("k-" + tool.substring(0, Math.min(tool.length(), 20))),
                tool,
                Wait.Reason.TOOL,
                "",
                "tool." + tool,
                Duration.ofSeconds(30));
        return new RemoteCall(new Gate(AGENT, new TurnId("t1"), new Epoch(1)), need, new CardId("c-" + need.call()));
    }

    @Test
    void callsLeaveForTheirTools() throws Exception {
        log.add(call("word_count"));
        log.add(call("x".repeat(300)));
        log.add(call("web.search"));
        try (var stranger = new Stranger(Servers.nats(), prefix + ".cmd.tool.*.call");
                var _ = started(log, Servers.nats(), TICK)) {
            eventually("marked, the one without an address too", log::isEmpty);
            eventually("arrived", () -> stranger.count() == 2);
            var first = stranger.messages().getFirst();
            assertThat(first.getSubject()).isEqualTo(prefix + ".cmd.tool.word_count.call");
            assertThat(first.getHeaders().getLast("CG-Tool-Call-Id")).isEqualTo("k-word_count");
            assertThat(new String(first.getData(), UTF_8))
                    .isEqualTo("{\"tool_call_card_id\":\"c-k-word_count\",\"tool_name\":\"word_count\","
                            + "\"after_execution\":\"suspend\"}");
            assertThat(stranger.messages().getLast().getSubject()).isEqualTo(prefix + ".cmd.tool.web%2Esearch.call");
        }
    }

    @Test
    void aThousandEventsOfTwentyAgentsArriveInOrder() throws Exception {
        for (var i = 0; i < 1_000; i++) log.addItem(new AgentId("agent-" + i % 20), "c" + i);
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>");
                var _ = started(log, Servers.nats(), NEVER)) {
            var took = eventually("all arrived", () -> stranger.count() >= 1_000);
            System.out.println("relay: 1000 events of 20 agents in " + took.toMillis() + " ms");
            var received = received(stranger.messages());
            assertThat(received).hasSize(20);
            assertThat(received.values())
                    .allSatisfy(numbers -> assertThat(numbers).isEqualTo(upTo(50)));
            assertThat(stranger.count()).isEqualTo(1_000);
            eventually("marked", log::isEmpty);
        }
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @Test
    void aServerThatIsAwayForAWhileGetsEverythingLater() throws Exception {
        log.addItem(AGENT, "c0");
        try (var server = new NatsServer();
                var _ = started(log, server.address(), TICK)) {
            for (var i = 1; i < 300; i++) log.addItem(AGENT, "c" + i);
            assertThat(log.events(1_000)).hasSize(300);
            server.start();
            eventually("caught up", log::isEmpty);
            server.kill();
            for (var i = 0; i < 300; i++) log.addItem(AGENT, "d" + i);
            server.start();
            try (var stranger = new Stranger(server.address(), prefix + ".>")) {
                log.addItem(AGENT, "e");
                eventually("the rest", log::isEmpty);
                eventually(
                        "the last one arrived", () -> ids(stranger.messages()).contains("a1:601"));
            }
        }
    }

    /// The wire is pulled again and again under load: a receiver that never lost its own
    /// connection gets every number, in order once repetitions are left out.
    @Test
    void aWireThatIsPulledUnderLoadLosesNothing() throws Exception {
        var agents =
                IntStream.range(0, 5).mapToObj(i -> new AgentId("agent-" + i)).toList();
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>");
                var wire = Servers.wireToNats();
                var _ = started(log, "nats://127.0.0.1:" + wire.port(), Duration.ofMillis(1))) {
            for (var round = 1; round <= 8; round++) {
                var before = stranger.count();
                for (var i = 0; i < 400; i++) log.addItem(agents.get(i % 5), "c");
                eventually("some arrived", () -> stranger.count() > before);
                wire.pull();
                wire.plug();
            }
            eventually("all marked", log::isEmpty);
            eventually(
                    "all arrived",
                    () -> received(stranger.messages()).values().stream()
                            .allMatch(numbers -> numbers.size() == 8 * 80));
            var received = received(stranger.messages());
            assertThat(received).hasSize(5);
            assertThat(received.values())
                    .allSatisfy(numbers -> assertThat(numbers).isEqualTo(upTo(640)));
            System.out.println("relay: " + stranger.count() + " messages for 3200 events over a wire pulled 8 times");
        }
    }
}
