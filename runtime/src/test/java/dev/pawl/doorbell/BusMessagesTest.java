package dev.pawl.doorbell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BusMessagesTest {
    private static final Gate GATE = new Gate(new AgentId("a1"), new TurnId("t1"), new Epoch(3));
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Instant LATER = Instant.parse("2026-01-02T04:00:00Z");

    private static LoggedEvent logged(Event event) {
        return new LoggedEvent(GATE.agent(), 7, GATE.turn(), GATE.epoch(), AT, event);
    }

    private static String state(String status, String metadata) {
        return """
                {"agent_id":"a1","agent_turn_id":"t1","status":"%s","turn_epoch":3,\
                "updated_at":"2026-01-02T03:04:05.678Z","metadata":%s,"seq":7}""".formatted(status, metadata);
    }

    private static String task(String status) {
        return """
                {"agent_turn_id":"t1","status":"%s","output_box_id":"b1",\
                "deliverable_card_id":"c9","seq":7}""".formatted(status);
    }

    private static String step(String phase) {
        return """
                {"agent_turn_id":"t1","step_id":"s1","phase":"%s","new_card_ids":["c1"],"seq":7}""".formatted(phase);
    }

    static Stream<Arguments> oneMessage() {
        var card = new CardId("c1");
        var s1 = new StepId("s1");
        return Stream.of(
                arguments(new Event.TurnDispatched(), "state", state("dispatched", "{}")),
                arguments(new Event.TurnStarted(), "state", state("running", "{\"activity\":\"thinking\"}")),
                arguments(new Event.TurnResumed(), "state", state("running", "{\"activity\":\"thinking\"}")),
                arguments(
                        new Event.TurnTakenOver("expired", 1),
                        "state",
                        state("running", "{\"activity\":\"thinking\"}")),
                arguments(
                        new Event.BoxReplaced(new BoxId("b2")),
                        "state",
                        state("running", "{\"activity\":\"thinking\",\"output_box_id\":\"b2\"}")),
                arguments(
                        new Event.TurnSuspended(List.of(new CallId("k1"), new CallId("k2")), LATER),
                        "state",
                        state(
                                "suspended",
                                "{\"activity\":\"awaiting_tool_result\",\"waiting_tool_count\":2,"
                                        + "\"waiting_tool_call_ids\":[\"k1\",\"k2\"],"
                                        + "\"resume_deadline\":\"2026-01-02T04:00:00Z\"}")),
                arguments(new Event.ItemRecorded(card, s1, "agent_message"), "step", step("planning")),
                arguments(new Event.ItemRecorded(card, s1, "tool_call"), "step", step("executing")),
                arguments(new Event.ItemRecorded(card, s1, "tool_result"), "step", step("executing")),
                arguments(new Event.ItemRecorded(card, s1, "deliverable"), "step", step("completed")));
    }

    @ParameterizedTest
    @MethodSource
    void oneMessage(Event event, String topic, String body) {
        var messages = BusMessages.of(logged(event));
        assertThat(messages).hasSize(1);
        assertThat(Subjects.plain().write(messages.getFirst().subject())).isEqualTo("evt.agent.a1." + topic);
        assertThat(messages.getFirst().body()).isEqualTo(body);
        assertThat(messages.getFirst().headers())
                .isEqualTo(Map.of(
                        "Nats-Msg-Id", "a1:7",
                        "CG-Agent-Id", "a1",
                        "CG-Turn-Id", "t1",
                        "CG-Turn-Epoch", "3",
                        "CG-Timestamp", "1767323045678"));
    }

    static Stream<Event> noMessage() {
        return Stream.of(
                new Event.TurnQueued(new LetterId("l1")),
                new Event.TurnSteered(new LetterId("l2")),
                new Event.CallAnswered(new CallId("k1"), CallOutcome.SUCCESS));
    }

    @ParameterizedTest
    @MethodSource
    void noMessage(Event event) {
        assertThat(BusMessages.of(logged(event))).isEmpty();
    }

    static Stream<Arguments> theEnd() {
        return Stream.of(
                arguments(Outcome.SUCCESS, "success"),
                arguments(Outcome.FAILED, "failed"),
                arguments(Outcome.CANCELED, "canceled"),
                arguments(Outcome.TIMEOUT, "timeout"));
    }

    @ParameterizedTest
    @MethodSource
    void theEnd(Outcome outcome, String word) {
        var event = new Event.TurnDelivered(new CardId("c9"), outcome, new BoxId("b1"));
        var messages = BusMessages.of(logged(event));
        assertThat(messages).extracting(BusMessage::body).containsExactly(state("idle", "{}"), task(word));
        assertThat(messages)
                .extracting(message -> message.headers().get("Nats-Msg-Id"))
                .containsExactly("a1:7:state", "a1:7");
    }

    @Test
    void aCallForAToolElsewhere() {
        var need = new Wait.Need(
                new CallId("k1"), "word.count", Wait.Reason.TOOL, "", "tool.word.count", Duration.ofSeconds(30));
        var message = BusMessages.of(new RemoteCall(GATE, need, new CardId("c5")));
        assertThat(message)
                .isEqualTo(new BusMessage(
                        new Subject.ToolCall("word.count"),
                        Map.of(
                                "Nats-Msg-Id", "a1:3:call=k1",
                                "CG-Agent-Id", "a1",
                                "CG-Turn-Id", "t1",
                                "CG-Turn-Epoch", "3",
                                "CG-Tool-Call-Id", "k1"),
                        "{\"tool_call_card_id\":\"c5\",\"tool_name\":\"word.count\",\"after_execution\":\"suspend\"}"));
    }

    @Test
    void aMessageStaysSmallHoweverManyCallsAreOpen() {
        var calls =
                IntStream.range(0, 20_000).mapToObj(i -> new CallId("k" + i)).toList();
        var message =
                BusMessages.of(logged(new Event.TurnSuspended(calls, LATER))).getFirst();
        assertThat(message.body()).contains("\"waiting_tool_count\":20000").hasSizeLessThan(30_000);
    }

    @Test
    void namesAreWrittenAsJson() {
        var strange = new LoggedEvent(
                new AgentId("a\"\\.b"), 1, new TurnId("t\"1"), new Epoch(1), AT, new Event.TurnStarted());
        assertThat(BusMessages.of(strange).getFirst().body())
                .startsWith("{\"agent_id\":\"a\\\"\\\\.b\",\"agent_turn_id\":\"t\\\"1\"");
    }
}
