package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.config.SettingsFile;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
                        .with("requirements", Json.Null.NULL)));
    }

    private void read(Call call) {
        var settings = hub.backend().settings();
        var layers = call.params().flag("includeLayers") ? Json.array(layers(settings)) : Json.Null.NULL;
        call.answer(Json.object()
                .with("config", settings.values())
                .with("origins", settings.origins())
                .with("layers", layers));
    }

    /// What each layer sets that is in force.
    private static List<Json.Obj> layers(Backend.Shown settings) {
        var layers = new LinkedHashMap<Json, Json.Obj>();
        for (var entry : settings.origins().fields().entrySet()) {
            var path = List.of(entry.getKey().split("\\.", -1));
            Json value = settings.values();
            for (var part : path) value = value.at(part);
            layers.put(entry.getValue(), with(layers.getOrDefault(entry.getValue(), Json.object()), path, value));
        }
        var list = new ArrayList<Json.Obj>();
        layers.forEach((origin, config) -> list.add(Json.object()
                .with("name", origin.at("name"))
                .with("version", origin.at("version"))
                .with("config", config)
                .with("disabledReason", Json.Null.NULL)));
        return list;
    }

    private static Json.Obj with(Json.Obj object, List<String> path, Json value) {
        var first = path.getFirst();
        if (path.size() == 1) return object.with(first, value);
        var inner = object.at(first) instanceof Json.Obj known ? known : Json.object();
        return object.with(first, with(inner, path.subList(1, path.size()), value));
    }

    private void write(Call call) {
        call.answer(write(call.params(), List.of(edit(call.params()))));
    }

    private void writeAll(Call call) {
        var edits = new ArrayList<SettingsFile.Edit>();
        for (var one : call.params().list("edits")) edits.add(edit(new Params(one)));
        if (edits.isEmpty()) throw RpcError.invalid("edits must not be empty");
        call.answer(write(call.params(), edits));
    }

    private static SettingsFile.Edit edit(Params params) {
        var merging = switch (params.text("mergeStrategy")) {
            case "replace" -> SettingsFile.Merging.REPLACE;
            case "upsert" -> SettingsFile.Merging.UPSERT;
            case String other ->
                throw RpcError.invalid(
                        "Invalid request: unknown variant `" + other + "`, expected `replace` or `upsert`");
        };
        return new SettingsFile.Edit(params.text("keyPath"), params.json().at("value"), merging);
    }

    private Json write(Params params, List<SettingsFile.Edit> edits) {
        var file = params.optional("filePath").orElse("");
        var version = params.optional("expectedVersion").orElse("");
        return switch (hub.backend().write(edits, file, version)) {
            case SettingsFile.Written.Refused(var why) ->
                throw RpcError.invalid(why).with(Json.object().with("config_write_error_code", code(why)));
            case SettingsFile.Written.Done(var path, var now) ->
                Json.object()
                        .with("status", "ok")
                        .with("version", now)
                        .with("filePath", path)
                        .with("overriddenMetadata", Json.Null.NULL);
            case SettingsFile.Written.Overridden(var path, var now, var key, var by) ->
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
