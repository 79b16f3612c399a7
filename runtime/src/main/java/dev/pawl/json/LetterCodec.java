package dev.pawl.json;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Wait;
import java.time.DateTimeException;
import java.time.Duration;

/// Letters, lineage and needs as JSON. Fields nobody knows are skipped.
public final class LetterCodec {
    private LetterCodec() {}

    public static String write(Letter.Content content) {
        var json = Json.object();
        return switch (content) {
            case Letter.Request(var context) ->
                json.with("context_box_id", context.value()).write();
            case Letter.UiAction(var context) ->
                json.with("context_box_id", context.value()).write();
            case Letter.Steer(var items) ->
                json.with(
                                "items",
                                Json.array(items.stream().map(ItemCodec::tagged).toList()))
                        .write();
            case Letter.Notice(var from, var of, var manner, var deliverable) ->
                json.with("from", from.value())
                        .with("of", of.value())
                        .with("manner", manner)
                        .with("deliverable", ItemCodec.tagged(deliverable))
                        .write();
            case Letter.Report(var _, var source, var reported) ->
                json.with("source", source)
                        .with("result", ItemCodec.tagged(reported))
                        .write();
            case Letter.Stop(var reason) -> json.with("reason", reason).write();
            case Letter.Broken(var _, var error) -> json.with("broken", error).write();
        };
    }

    /// What the letter says; what cannot be read is [Letter.Broken].
    public static Letter.Content read(LetterKind kind, String text) {
        try {
            return content(kind, text);
        } catch (BadJson | IllegalArgumentException broken) {
            return new Letter.Broken(kind, String.valueOf(broken.getMessage()));
        }
    }

    private static Letter.Content content(LetterKind kind, String text) {
        var json = Json.parse(text);
        return switch (kind) {
            case TURN -> new Letter.Request(new BoxId(json.text("context_box_id")));
            case UI_ACTION -> new Letter.UiAction(new BoxId(json.text("context_box_id")));
            case STEER ->
                json.at("from").isNull()
                        ? new Letter.Steer(json.list("items").stream()
                                .map(ItemCodec::tagged)
                                .toList())
                        : notice(json);
            case TOOL_RESULT, TIMEOUT -> new Letter.Report(kind, json.text("source"), reported(json.at("result")));
            case STOP -> new Letter.Stop(json.text("reason"));
        };
    }

    private static Letter.Notice notice(Json json) {
        if (!(ItemCodec.tagged(json.at("deliverable")) instanceof Item.Deliverable deliverable))
            throw new BadJson("a notice tells of a deliverable");
        return new Letter.Notice(
                new AgentId(json.text("from")), new TurnId(json.text("of")), json.text("manner"), deliverable);
    }

    private static Item.Reported reported(Json json) {
        if (ItemCodec.tagged(json) instanceof Item.Reported reported) return reported;
        throw new BadJson("a report carries an answer, not " + JsonText.describe(json));
    }

    public static String write(Lineage lineage) {
        var json = Json.object().with("depth", lineage.depth());
        return switch (lineage.caller()) {
            case Lineage.Caller.Outside(var source) ->
                json.with("source", source).write();
            case Lineage.Caller.Parent(var gate, var call) ->
                json.with("parent", gate(gate))
                        .with("tool_call_id", call.value())
                        .write();
            case Lineage.Caller.Spawner(var agent, var turn, var call, var manner) ->
                json.with("spawner", agent.value())
                        .with("agent_turn_id", turn.value())
                        .with("tool_call_id", call.value())
                        .with("manner", manner)
                        .write();
        };
    }

    public static Lineage lineage(String text) {
        var json = Json.parse(text);
        var depth = (int) json.number("depth");
        if (!json.at("spawner").isNull()) return new Lineage(depth, spawner(json));
        if (json.at("parent").isNull()) return new Lineage(depth, new Lineage.Caller.Outside(json.text("source")));
        var call = new CallId(json.text("tool_call_id"));
        return new Lineage(depth, new Lineage.Caller.Parent(gate(json.at("parent")), call));
    }

    private static Lineage.Caller.Spawner spawner(Json json) {
        return new Lineage.Caller.Spawner(
                new AgentId(json.text("spawner")),
                new TurnId(json.text("agent_turn_id")),
                new CallId(json.text("tool_call_id")),
                json.text("manner"));
    }

    private static Json.Obj gate(Gate gate) {
        return Json.object()
                .with("agent_id", gate.agent().value())
                .with("agent_turn_id", gate.turn().value())
                .with("turn_epoch", gate.epoch().value());
    }

    private static Gate gate(Json json) {
        return new Gate(
                new AgentId(json.text("agent_id")),
                new TurnId(json.text("agent_turn_id")),
                new Epoch(json.number("turn_epoch")));
    }

    public static String write(Wait.Need need) {
        return Json.object()
                .with("tool_call_id", need.call().value())
                .with("tool_name", need.tool())
                .with("reason", JsonNames.of(need.reason()))
                .with("question", QuestionCodec.write(need.question()))
                .with("answerer", need.answerer())
                .with("patience", need.patience().toString())
                .write();
    }

    public static Wait.Need need(String text) {
        var json = Json.parse(text);
        return new Wait.Need(
                new CallId(json.text("tool_call_id")),
                json.text("tool_name"),
                JsonNames.read(Wait.Reason.class, json, "reason"),
                QuestionCodec.read(json.at("question")),
                json.text("answerer"),
                patience(json.text("patience")));
    }

    private static Duration patience(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException notDuration) {
            throw new BadJson("field \"patience\" must be a duration: " + text, notDuration);
        }
    }
}
