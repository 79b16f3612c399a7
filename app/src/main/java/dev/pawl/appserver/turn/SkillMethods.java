package dev.pawl.appserver.turn;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.briefing.Skill;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.codex.UserMessages;
import dev.pawl.config.SettingsFile;
import dev.pawl.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// `skills/…`, and what a request that names skills brings with it: their texts.
final class SkillMethods {
    private static final String SETTING = "skills.config";

    private final Hub hub;
    private volatile List<String> extra = List.of();

    SkillMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("skills/list", this::list);
        methods.put("skills/extraRoots/set", this::roots);
        methods.put("skills/config/write", this::configure);
    }

    private void list(Call call) {
        var folders = call.params().texts("cwds");
        var data = new ArrayList<Json>();
        for (var folder : folders.isEmpty() ? List.of(hub.backend().setup().cwd()) : folders) {
            if (!Path.of(folder).isAbsolute())
                throw RpcError.invalid("Invalid request: not an absolute path: " + folder);
            data.add(entry(folder));
        }
        call.answer(Json.object().with("data", Json.array(data)));
    }

    private Json entry(String folder) {
        var found = hub.backend().skills(folder, extra);
        return Json.object()
                .with("cwd", folder)
                .with(
                        "skills",
                        Json.array(
                                found.skills().stream().map(SkillMethods::json).toList()))
                .with(
                        "errors",
                        Json.array(found.faults().stream()
                                .map(fault ->
                                        Json.object().with("path", fault.path()).with("message", fault.why()))
                                .toList()));
    }

    private static Json json(Skill skill) {
        var json = Json.object().with("name", skill.name()).with("description", skill.description());
        if (!skill.shortDescription().isEmpty()) json = json.with("shortDescription", skill.shortDescription());
        return json.with("path", skill.path())
                .with("scope", skill.scope())
                .with("enabled", Json.of(skill.enabled()))
                .with("pluginId", Json.Null.NULL);
    }

    /// For as long as the server lives, as with Codex.
    private void roots(Call call) {
        var roots = call.params().texts("extraRoots");
        for (var root : roots) {
            if (!Path.of(root).isAbsolute()) {
                throw RpcError.invalid("Invalid request: AbsolutePathBuf deserialized without a base path");
            }
        }
        extra = roots;
        call.answer(Json.object());
        hub.tellEverybody("skills/changed", Json.object());
    }

    /// In the user's file: one entry for each skill that is switched.
    private void configure(Call call) {
        var params = call.params();
        var byPath = params.optional("path").isPresent();
        if (byPath == params.optional("name").isPresent()) {
            throw RpcError.params("skills/config/write requires exactly one of path or name");
        }
        var key = byPath ? "path" : "name";
        var entry = Json.object().with(key, params.text(key)).with("enabled", Json.of(params.flag("enabled")));
        var entries = new ArrayList<Json>();
        var known = hub.backend().settings().values().at("skills").at("config");
        if (known instanceof Json.Arr(var all)) entries.addAll(all);
        entries.removeIf(each -> each.at(key).equals(entry.at(key)));
        entries.add(entry);
        var edit = new SettingsFile.Edit(SETTING, Json.array(entries), SettingsFile.Merging.REPLACE);
        if (hub.backend().write(List.of(edit), "", "") instanceof SettingsFile.Written.Refused(var why)) {
            throw RpcError.invalid(why);
        }
        call.answer(Json.object().with("effectiveEnabled", Json.of(params.flag("enabled"))));
        hub.tellEverybody("skills/changed", Json.object());
    }

    /// What a person said, with the texts of the skills they name: as an input of its own, or as
    /// `$name` in their words.
    List<Item> request(LoadedThread thread, Item.UserMessage message) {
        var chosen = new LinkedHashSet<String>();
        for (var part : message.parts()) {
            if (part instanceof Part.Mark(var json)) UserMessages.skill(json).ifPresent(chosen::add);
        }
        return hub.backend()
                .host(thread.keeping())
                .threads()
                .request(
                        thread.thread(),
                        message,
                        chosen,
                        extra.stream().map(Path::of).toList());
    }
}
