package dev.pawl.doorbell;

import dev.pawl.card.Outcome;
import dev.pawl.doorbell.Subject.Topic;
import dev.pawl.event.Event.AnswerRetried;
import dev.pawl.event.Event.BoxReplaced;
import dev.pawl.event.Event.CallAnswered;
import dev.pawl.event.Event.DiffChanged;
import dev.pawl.event.Event.ItemRecorded;
import dev.pawl.event.Event.PersonAsked;
import dev.pawl.event.Event.ServerChanged;
import dev.pawl.event.Event.TokensCounted;
import dev.pawl.event.Event.TurnDelivered;
import dev.pawl.event.Event.TurnDispatched;
import dev.pawl.event.Event.TurnQueued;
import dev.pawl.event.Event.TurnResumed;
import dev.pawl.event.Event.TurnStarted;
import dev.pawl.event.Event.TurnSteered;
import dev.pawl.event.Event.TurnSuspended;
import dev.pawl.event.Event.TurnTakenOver;
import dev.pawl.event.Event.TurnsDropped;
import dev.pawl.event.Event.Warned;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.RemoteCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What the bus is told of an event or a call, as the protocol spells it. Pure.
///
/// Messages name cards and never carry what is in them. Repetitions are told by `Nats-Msg-Id`; two
/// messages of one event have two ids, because a stream would take the second for a repetition.
/// `idle` is told of the turn that ended: a queued turn that was called off ends, too, while
/// another one runs, so receivers compare `agent_turn_id` with the one that was dispatched last.
final class BusMessages {
    /// A message must stay small whatever a model asks for; the count is always whole.
    private static final int MOST_CALLS = 100;

    private BusMessages() {}

    static List<BusMessage> of(LoggedEvent logged) {
        return switch (logged.event()) {
            case TurnDelivered delivered -> delivered(logged, delivered);
            case ItemRecorded recorded -> List.of(step(logged, recorded));
            case TurnDispatched _ -> List.of(state(logged, "dispatched", json -> json));
            case TurnStarted _, TurnResumed _, TurnTakenOver _ ->
                List.of(state(logged, "running", BusMessages::thinks));
            case BoxReplaced(var box) ->
                List.of(state(logged, "running", json -> thinks(json).with("output_box_id", box.value())));
            case TurnsDropped(var _, var box) ->
                List.of(state(logged, "idle", json -> json.with("output_box_id", box.value())));
            case TurnSuspended suspended -> List.of(state(logged, "suspended", json -> waits(json, suspended)));
            // The head stays as it is; what these bring is told by the card that follows.
            case TurnQueued _, TurnSteered _, PersonAsked _, CallAnswered _ -> List.of();
            // For the surfaces alone; the protocol has no word for them.
            case TokensCounted _, AnswerRetried _, DiffChanged _, ServerChanged _, Warned _ -> List.of();
        };
    }

    static BusMessage of(RemoteCall call) {
        var gate = call.gate();
        var headers = headers(
                gate,
                gate.agent() + ":" + gate.epoch().value() + ":call="
                        + call.need().call());
        headers.put("CG-Tool-Call-Id", call.need().call().value());
        var body = Json.object()
                .with("tool_call_card_id", call.card().value())
                .with("tool_name", call.need().tool())
                .with("after_execution", "suspend")
                .write();
        return new BusMessage(new Subject.ToolCall(call.need().tool()), headers, body);
    }

    private static List<BusMessage> delivered(LoggedEvent logged, TurnDelivered delivered) {
        var task = message(
                logged,
                Topic.TASK,
                "",
                json -> json.with("agent_turn_id", logged.turn().value())
                        .with("status", word(delivered.outcome()))
                        .with("output_box_id", delivered.output().value())
                        .with("deliverable_card_id", delivered.deliverable().value())
                        .with("seq", logged.seq()));
        return List.of(state(logged, "idle", ":state", json -> json), task);
    }

    private static BusMessage step(LoggedEvent logged, ItemRecorded recorded) {
        return message(
                logged,
                Topic.STEP,
                "",
                json -> json.with("agent_turn_id", logged.turn().value())
                        .with("step_id", recorded.step().value())
                        .with("phase", phase(recorded.type()))
                        .with(
                                "new_card_ids",
                                Json.strings(List.of(recorded.card().value())))
                        .with("seq", logged.seq()));
    }

    private static BusMessage state(LoggedEvent logged, String status, UnaryOperator<Json.Obj> metadata) {
        return state(logged, status, "", metadata);
    }

    private static BusMessage state(LoggedEvent logged, String status, String idEnd, UnaryOperator<Json.Obj> metadata) {
        return message(
                logged,
                Topic.STATE,
                idEnd,
                json -> json.with("agent_id", logged.agent().value())
                        .with("agent_turn_id", logged.turn().value())
                        .with("status", status)
                        .with("turn_epoch", logged.epoch().value())
                        .with("updated_at", logged.at().toString())
                        .with("metadata", metadata.apply(Json.object()))
                        .with("seq", logged.seq()));
    }

    private static Json.Obj thinks(Json.Obj json) {
        return json.with("activity", "thinking");
    }

    private static Json.Obj waits(Json.Obj json, TurnSuspended suspended) {
        return json.with("activity", "awaiting_tool_result")
                .with("waiting_tool_count", suspended.calls().size())
                .with(
                        "waiting_tool_call_ids",
                        Json.strings(suspended.calls().stream()
                                .limit(MOST_CALLS)
                                .map(CallId::value)
                                .toList()))
                .with("resume_deadline", suspended.resumeBy().toString());
    }

    private static BusMessage message(LoggedEvent logged, Topic topic, String idEnd, UnaryOperator<Json.Obj> fields) {
        var gate = new Gate(logged.agent(), logged.turn(), logged.epoch());
        var headers = headers(gate, logged.agent() + ":" + logged.seq() + idEnd);
        headers.put("CG-Timestamp", Long.toString(logged.at().toEpochMilli()));
        return new BusMessage(
                new Subject.Told(logged.agent(), topic),
                headers,
                fields.apply(Json.object()).write());
    }

    private static Map<String, String> headers(Gate gate, String id) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Nats-Msg-Id", id);
        headers.put("CG-Agent-Id", gate.agent().value());
        headers.put("CG-Turn-Id", gate.turn().value());
        headers.put("CG-Turn-Epoch", Long.toString(gate.epoch().value()));
        return headers;
    }

    private static String phase(String type) {
        return switch (type) {
            case "tool_call", "tool_result" -> "executing";
            case "deliverable" -> "completed";
            default -> "planning";
        };
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> "success";
            case FAILED -> "failed";
            case CANCELED -> "canceled";
            case TIMEOUT -> "timeout";
        };
    }
}
