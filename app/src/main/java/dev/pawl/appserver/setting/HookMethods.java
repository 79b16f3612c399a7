package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// `hooks/list`: the hooks of the settings, by the folder a thread works in.
final class HookMethods {
    /// An event that Codex's clients do not know.
    private static final String OWN = "TurnEnd";

    private final Hub hub;

    HookMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("hooks/list", this::list);
    }

    private void list(Call call) {
        var folders = call.params().texts("cwds");
        var data = new ArrayList<Json>();
        for (var folder : folders.isEmpty() ? List.of(hub.backend().setup().cwd()) : folders) {
            var hooks = new ArrayList<Json>();
            var warnings = new ArrayList<String>();
            for (var hook : hub.backend().hooks(folder)) {
                if (hook.event().equals(OWN)) warnings.add("a hook of Pawl's own event " + OWN + ": " + hook.command());
                else hooks.add(json(hook, hooks.size()));
            }
            data.add(Json.object()
                    .with("cwd", folder)
                    .with("hooks", Json.array(hooks))
                    .with("warnings", Json.strings(warnings))
                    .with("errors", Json.array(List.of())));
        }
        call.answer(Json.object().with("data", Json.array(data)));
    }

    private static Json json(Backend.HookLine hook, int order) {
        return Json.object()
                .with("key", hook.origin() + ":" + hook.event() + ":" + order)
                .with("eventName", event(hook.event()))
                .with("handlerType", "command")
                .with("command", hook.command())
                .with("async", Json.of(false))
                .with("matcher", Json.orNull(hook.matcher()))
                .with("timeoutSec", hook.timeoutSeconds())
                .with("statusMessage", Json.Null.NULL)
                .with("sourcePath", hook.origin())
                .with("source", "user")
                .with("pluginId", Json.Null.NULL)
                .with("displayOrder", order)
                .with("enabled", Json.of(true))
                .with("isManaged", Json.of(false))
                .with("currentHash", "sha256:" + hash(hook.command()))
                .with("trustStatus", "trusted");
    }

    /// Codex's word for an event: as in the settings, with a small first letter.
    private static String event(String word) {
        return Character.toLowerCase(word.charAt(0)) + word.substring(1);
    }

    private static String hash(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
