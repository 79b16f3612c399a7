package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `config/…`: the settings in force, and the user's file.
final class ConfigMethods {
    private final Hub hub;

    ConfigMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("config/read", this::read);
        methods.put("config/value/write", this::write);
        methods.put("config/batchWrite", this::writeAll);
        methods.put(
                "configRequirements/read",
                call -> call.answer(Json.object()
                        .with("supportsIndependentSpeedModes", Json.of(false))
                        .with("requirements", ItemJson.NULL)));
    }

    private void read(Call call) {
        var settings = hub.backend().settings();
        call.answer(Json.object().with("config", settings.values()).with("origins", settings.origins()));
    }

    private void write(Call call) {
        call.answer(write(call.params(), List.of(edit(call.params()))));
    }

    private void writeAll(Call call) {
        var edits = new ArrayList<Backend.Edit>();
        for (var one : call.params().list("edits")) edits.add(edit(new Params(one)));
        if (edits.isEmpty()) throw RpcError.invalid("edits must not be empty");
        call.answer(write(call.params(), edits));
    }

    private static Backend.Edit edit(Params params) {
        var merging = switch (params.text("mergeStrategy")) {
            case "replace" -> Backend.Merging.REPLACE;
            case "upsert" -> Backend.Merging.UPSERT;
            case String other ->
                throw RpcError.invalid(
                        "Invalid request: unknown variant `" + other + "`, expected `replace` or `upsert`");
        };
        return new Backend.Edit(params.text("keyPath"), params.json().at("value"), merging);
    }

    private Json write(Params params, List<Backend.Edit> edits) {
        var file = params.optional("filePath").orElse("");
        var version = params.optional("expectedVersion").orElse("");
        return switch (hub.backend().write(edits, file, version)) {
            case Backend.Written.Refused(var why) ->
                throw RpcError.invalid(why).with(Json.object().with("config_write_error_code", code(why)));
            case Backend.Written.Done(var path, var now) ->
                Json.object()
                        .with("status", "ok")
                        .with("version", now)
                        .with("filePath", path)
                        .with("overriddenMetadata", ItemJson.NULL);
            case Backend.Written.Overridden(var path, var now, var key, var by) ->
                Json.object()
                        .with("status", "okOverridden")
                        .with("version", now)
                        .with("filePath", path)
                        .with("overriddenMetadata", overridden(key, by));
        };
    }

    /// By which clients tell a retry from a mistake.
    private static String code(String why) {
        if (why.startsWith("Configuration was modified")) return "configVersionConflict";
        return why.startsWith("Invalid configuration") ? "configValidationError" : "configLayerReadonly";
    }

    /// It is written down, and something stronger says otherwise.
    private Json overridden(String key, String by) {
        var settings = hub.backend().settings();
        Json value = settings.values();
        for (var part : key.split("\\.", -1)) value = value.at(part);
        return Json.object()
                .with("message", "Overridden by " + by)
                .with("overridingLayer", settings.origins().at(key))
                .with("effectiveValue", value);
    }
}
