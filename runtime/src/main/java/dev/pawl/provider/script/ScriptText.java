package dev.pawl.provider.script;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Usage;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.provider.script.Script.Fault;
import dev.pawl.provider.script.Script.Line;
import dev.pawl.provider.script.Script.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An answer of a script as JSON, there and back.
final class ScriptText {
    private ScriptText() {}

    /// Throws `IllegalArgumentException` that names the answer, counted from one.
    static Response answer(Json json, int number) {
        try {
            var lines = new ArrayList<Line>();
            for (var item : json.list("items")) lines.add(line(item));
            var goOn = json.at("go_on") instanceof Json.Bool(var value) && value;
            return new Response(lines, usage(json.at("usage")), goOn, fault(json.at("fault"), lines.size()));
        } catch (BadJson | IllegalArgumentException broken) {
            throw new IllegalArgumentException("answer " + number + ": " + broken.getMessage(), broken);
        }
    }

    private static Line line(Json json) {
        var before = Duration.ofMillis(count(json, "pause_ms"));
        return switch (json.text("type")) {
            case "text" -> new Line.Text(message(json), (int) Math.max(1, count(json, "deltas")), before);
            case "reasoning" -> new Line.Thought(json.text("summary", ""), json.text("sealed", ""), before);
            case "function_call" -> call(json, Form.FUNCTION, arguments(json), before);
            case "custom_tool_call" -> call(json, Form.FREEFORM, json.text("input"), before);
            case "opaque" -> new Line.Other(opaque(json), before);
            case String unknown -> throw new IllegalArgumentException("unknown type of item: " + unknown);
        };
    }

    private static Item.AgentMessage message(Json json) {
        return new Item.AgentMessage(json.text("text"), json.text("phase", ""), json.text("sealed", ""));
    }

    private static Line call(Json json, Form form, String arguments, Duration before) {
        return new Line.Call(
                json.text("call_id", ""), json.text("name"), form, arguments, json.text("sealed", ""), before);
    }

    private static Item.Opaque opaque(Json json) {
        var item = json.at("item");
        return new Item.Opaque(json.text("kind", item.text("type")), item.write());
    }

    private static String arguments(Json json) {
        return switch (json.at("arguments")) {
            case Json.Str(var text) -> text;
            case Json.Null _ -> "{}";
            case Json other -> other.write();
        };
    }

    private static Usage usage(Json json) {
        if (json.isNull()) return new Usage(100, 0, 0, 20, 0, 120);
        var input = count(json, "input");
        var output = count(json, "output");
        return new Usage(
                input,
                count(json, "cached"),
                count(json, "cache_write"),
                output,
                count(json, "reasoning"),
                json.at("total").isNull() ? input + output : count(json, "total"));
    }

    /// A number, or zero where there is none.
    private static long count(Json json, String name) {
        return json.at(name).isNull() ? 0 : json.number(name);
    }

    private static @Nullable Fault fault(Json json, int items) {
        if (json.isNull()) return null;
        var times = json.at("times").isNull() ? 1 : (int) count(json, "times");
        var after = json.at("after").isNull() ? items : (int) count(json, "after");
        return switch (json.text("kind")) {
            case "cut" -> fail(Script.cut(), after, times);
            case "hang" -> new Fault.Hang(after, times);
            case "fail" ->
                new Fault.Fail(
                        kind(json.text("failure")),
                        json.text("message", "scripted failure"),
                        (int) count(json, "status"),
                        Duration.ofMillis(count(json, "retry_after_ms")),
                        json.at("after").isNull() ? 0 : after,
                        times);
            case String unknown -> throw new IllegalArgumentException("unknown kind of fault: " + unknown);
        };
    }

    private static Fault fail(ModelFailure failure, int after, int times) {
        return new Fault.Fail(failure.kind(), message(failure), failure.status(), failure.retryAfter(), after, times);
    }

    private static String message(ModelFailure failure) {
        return failure.getMessage() == null ? "" : failure.getMessage();
    }

    private static Kind kind(String name) {
        try {
            return Kind.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("unknown failure: " + name, unknown);
        }
    }

    private static Json.Obj sealed(Json.Obj json, String sealed) {
        return sealed.isEmpty() ? json : json.with("sealed", sealed);
    }

    /// A finished item as a script has it, or nothing for what a model cannot say. A call loses its
    /// name: played again, it gets one that is its own.
    static Json item(Item item, int deltas) {
        return switch (item) {
            case Item.AgentMessage(var text, var phase, var sealed) -> {
                var json = Json.object().with("type", "text").with("text", text);
                if (!phase.isEmpty()) json = json.with("phase", phase);
                if (deltas > 1) json = json.with("deltas", deltas);
                yield sealed(json, sealed);
            }
            case Item.Reasoning(var summary, var sealed) -> {
                var json = Json.object().with("type", "reasoning").with("summary", summary);
                yield sealed(json, sealed);
            }
            case Item.ToolCall call ->
                switch (call.form()) {
                    case FUNCTION ->
                        sealed(
                                Json.object()
                                        .with("type", "function_call")
                                        .with("name", call.tool())
                                        .with("arguments", call.arguments()),
                                call.sealed());
                    case FREEFORM ->
                        sealed(
                                Json.object()
                                        .with("type", "custom_tool_call")
                                        .with("name", call.tool())
                                        .with("input", call.arguments()),
                                call.sealed());
                };
            case Item.Opaque(var kind, var raw) -> {
                var json = Json.object().with("type", "opaque").with("item", Json.parse(raw));
                yield json.at("item").text("type", "").equals(kind) ? json : json.with("kind", kind);
            }
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.ToolResult _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Summary _,
                    Item.Deliverable _ -> new Json.Null();
        };
    }

    static Json.Obj completed(List<Json> items, Usage usage, boolean goOn) {
        var json = Json.object()
                .with("items", Json.array(items))
                .with(
                        "usage",
                        Json.object()
                                .with("input", usage.input())
                                .with("cached", usage.cachedInput())
                                .with("cache_write", usage.cacheWrite())
                                .with("output", usage.output())
                                .with("reasoning", usage.reasoning())
                                .with("total", usage.total()));
        return goOn ? json.with("go_on", Json.of(true)) : json;
    }

    static Json.Obj failed(List<Json> items, ModelFailure failure) {
        return Json.object()
                .with("items", Json.array(items))
                .with(
                        "fault",
                        Json.object()
                                .with("kind", "fail")
                                .with("failure", Script.name(failure.kind()))
                                .with("message", message(failure))
                                .with("status", failure.status())
                                .with("retry_after_ms", failure.retryAfter().toMillis())
                                .with("after", items.size()));
    }
}
