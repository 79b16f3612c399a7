package dev.pawl.appserver.setting;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// `permissionProfile/list`: Codex's built-in profiles, each of which is one of our modes.
final class ProfileMethods {
    private static final Map<String, String> MODES = modes();

    void addTo(Map<String, Call.Method> methods) {
        methods.put("permissionProfile/list", this::list);
    }

    private static Map<String, String> modes() {
        var modes = new LinkedHashMap<String, String>();
        modes.put(":read-only", "read-only");
        modes.put(":workspace", "workspace-write");
        modes.put(":danger-full-access", "danger-full-access");
        return modes;
    }

    /// The mode that a profile stands for.
    static String mode(String profile) {
        return Optional.ofNullable(MODES.get(profile))
                .orElseThrow(() -> RpcError.invalid("unknown permission profile `" + profile + "`, expected one of "
                        + String.join(", ", MODES.keySet())));
    }

    private void list(Call call) {
        var all = MODES.keySet().stream()
                .map(id -> Json.object()
                        .with("id", id)
                        .with("description", Json.Null.NULL)
                        .with("allowed", Json.of(true)))
                .toList();
        var from = call.params().optional("cursor").map(ProfileMethods::number).orElse(0);
        var limit = call.params().whole("limit").orElse((long) all.size());
        var start = Math.clamp(from, 0, all.size());
        var end = (int) Math.min(all.size(), start + Math.max(1, limit));
        call.answer(Json.object()
                .with("data", Json.array(all.subList(start, end)))
                .with("nextCursor", end < all.size() ? Json.of(String.valueOf(end)) : Json.Null.NULL));
    }

    private static int number(String cursor) {
        try {
            return Integer.parseInt(cursor);
        } catch (NumberFormatException notOurs) {
            throw RpcError.invalid("invalid cursor: " + cursor);
        }
    }
}
