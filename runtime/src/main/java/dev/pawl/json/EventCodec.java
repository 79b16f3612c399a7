package dev.pawl.json;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.event.Event;
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
import dev.pawl.event.TurnMark;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.time.DateTimeException;
import java.time.Instant;

/// Events as JSON. The type's name is kept beside the text. Fields nobody knows are skipped.
public final class EventCodec {
    private EventCodec() {}

    public static String type(Event event) {
        return switch (event) {
            case TurnQueued _ -> "turn.queued";
            case TurnDispatched _ -> "turn.dispatched";
            case TurnStarted _ -> "turn.started";
            case ItemRecorded _ -> "item.recorded";
            case TurnSteered _ -> "turn.steered";
            case TurnSuspended _ -> "turn.suspended";
            case PersonAsked _ -> "person.asked";
            case CallAnswered _ -> "call.answered";
            case TurnResumed _ -> "turn.resumed";
            case TurnTakenOver _ -> "turn.taken_over";
            case BoxReplaced _ -> "box.replaced";
            case TurnsDropped _ -> "turns.dropped";
            case TokensCounted _ -> "tokens.counted";
            case AnswerRetried _ -> "answer.retried";
            case DiffChanged _ -> "diff.changed";
            case ServerChanged _ -> "server.changed";
            case Warned _ -> "warned";
            case TurnDelivered _ -> "turn.delivered";
        };
    }

    public static String type(TurnMark mark) {
        return switch (mark) {
            case BEGAN -> "turn.started";
            case ENDED -> "turn.delivered";
            case DROPPED -> "turns.dropped";
        };
    }

    public static String write(Event event) {
        return body(event).write();
    }

    private static Json.Obj body(Event event) {
        var json = Json.object();
        return switch (event) {
            case TurnDispatched _, TurnStarted _, TurnResumed _ -> json;
            case TurnQueued(var letter) -> json.with("inbox_id", letter.value());
            case ItemRecorded(var card, var step, var type) ->
                json.with("card_id", card.value()).with("step_id", step.value()).with("type", type);
            case TurnSteered(var letter) -> json.with("inbox_id", letter.value());
            case TurnSuspended(var calls, var resumeBy) ->
                json.with(
                                "tool_call_ids",
                                Json.strings(calls.stream().map(CallId::value).toList()))
                        .with("resume_deadline", resumeBy.toString());
            case PersonAsked(var call, var what) ->
                json.with("tool_call_id", call.value()).with("what", JsonNames.of(what));
            case CallAnswered(var call, var answer) ->
                json.with("tool_call_id", call.value()).with("status", JsonNames.of(answer));
            case TurnTakenOver(var reason, var takeovers) ->
                json.with("reason", reason).with("takeovers", takeovers);
            case BoxReplaced(var box) -> json.with("box_id", box.value());
            case TurnsDropped(var turns, var box) ->
                json.with(
                                "agent_turn_ids",
                                Json.strings(turns.stream().map(TurnId::value).toList()))
                        .with("box_id", box.value());
            case TokensCounted(var last, var total, var window) ->
                json.with("last", usage(last)).with("total", usage(total)).with("window", window);
            case AnswerRetried(var attempt, var most, var reason) ->
                json.with("attempt", attempt).with("most", most).with("reason", reason);
            case DiffChanged(var diff) -> json.with("diff", diff);
            case ServerChanged(var server, var state, var error) ->
                json.with("server", server).with("state", JsonNames.of(state)).with("error", error);
            case Warned(var message) -> json.with("message", message);
            case TurnDelivered(var deliverable, var outcome, var output) ->
                json.with("deliverable_card_id", deliverable.value())
                        .with("outcome", JsonNames.of(outcome))
                        .with("output_box_id", output.value());
        };
    }

    public static Event read(String type, String body) {
        var json = Json.parse(body);
        return switch (type) {
            case "turn.queued" -> new TurnQueued(new LetterId(json.text("inbox_id")));
            case "turn.dispatched" -> new TurnDispatched();
            case "turn.started" -> new TurnStarted();
            case "item.recorded" ->
                new ItemRecorded(new CardId(json.text("card_id")), new StepId(json.text("step_id")), json.text("type"));
            case "turn.steered" -> new TurnSteered(new LetterId(json.text("inbox_id")));
            case "turn.suspended" -> suspended(json);
            case "person.asked" ->
                new PersonAsked(
                        new CallId(json.text("tool_call_id")), JsonNames.read(PersonAsked.Asked.class, json, "what"));
            case "call.answered" ->
                new CallAnswered(
                        new CallId(json.text("tool_call_id")), JsonNames.read(CallOutcome.class, json, "status"));
            case "turn.resumed" -> new TurnResumed();
            case "turn.taken_over" -> new TurnTakenOver(json.text("reason"), (int) json.number("takeovers"));
            case "box.replaced" -> new BoxReplaced(new BoxId(json.text("box_id")));
            case "turns.dropped" -> dropped(json);
            case "tokens.counted" ->
                new TokensCounted(usage(json.at("last")), usage(json.at("total")), json.number("window"));
            case "answer.retried" ->
                new AnswerRetried((int) json.number("attempt"), (int) json.number("most"), json.text("reason"));
            case "diff.changed" -> new DiffChanged(json.text("diff"));
            case "server.changed" ->
                new ServerChanged(
                        json.text("server"),
                        JsonNames.read(ServerChanged.State.class, json, "state"),
                        json.text("error"));
            case "warned" -> new Warned(json.text("message"));
            case "turn.delivered" ->
                new TurnDelivered(
                        new CardId(json.text("deliverable_card_id")),
                        JsonNames.read(Outcome.class, json, "outcome"),
                        new BoxId(json.text("output_box_id")));
            case String unknown -> throw new BadJson("unknown type of event: " + unknown);
        };
    }

    private static Json.Obj usage(Usage usage) {
        return Json.object()
                .with("input", usage.input())
                .with("cached_input", usage.cachedInput())
                .with("cache_write", usage.cacheWrite())
                .with("output", usage.output())
                .with("reasoning", usage.reasoning())
                .with("total", usage.total());
    }

    private static Usage usage(Json json) {
        return new Usage(
                json.number("input"),
                json.number("cached_input"),
                json.number("cache_write"),
                json.number("output"),
                json.number("reasoning"),
                json.number("total"));
    }

    private static TurnsDropped dropped(Json json) {
        var turns = json.list("agent_turn_ids").stream()
                .map(turn -> new TurnId(turn.asText()))
                .toList();
        return new TurnsDropped(turns, new BoxId(json.text("box_id")));
    }

    private static TurnSuspended suspended(Json json) {
        var calls = json.list("tool_call_ids").stream()
                .map(call -> new CallId(call.asText()))
                .toList();
        return new TurnSuspended(calls, time(json, "resume_deadline"));
    }

    private static Instant time(Json json, String field) {
        try {
            return Instant.parse(json.text(field));
        } catch (DateTimeException notTime) {
            throw new BadJson("field \"" + field + "\" must be a time: " + json.text(field), notTime);
        }
    }
}
