package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `model/list`, and what the provider can do.
final class ModelMethods {
    private static final List<String> EFFORTS = List.of("minimal", "low", "medium", "high", "xhigh");

    private final Hub hub;

    ModelMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("model/list", this::models);
        methods.put("modelProvider/capabilities/read", ModelMethods::capabilities);
    }

    /// Pawl offers no tools of a provider's own.
    private static void capabilities(Call call) {
        call.answer(Json.object().with("imageGeneration", Json.of(false)).with("webSearch", Json.of(false)));
    }

    /// The model of the settings first, then those that profiles name.
    private void models(Call call) {
        var params = call.params();
        var all = hub.backend().models();
        var from = params.optional("cursor")
                .map(cursor -> start(cursor, all.size()))
                .orElse(0);
        var limit = Math.clamp(params.whole("limit").orElse((long) all.size()), 1, Math.max(1, all.size()));
        var page = all.subList(from, Math.min(all.size(), from + limit));
        var next = from + page.size();
        var data = new ArrayList<Json>();
        for (var name : page) data.add(model(name, name.equals(all.getFirst())));
        call.answer(Json.object()
                .with("data", Json.array(data))
                .with("nextCursor", next < all.size() ? Json.of(String.valueOf(next)) : Json.Null.NULL));
    }

    private static int start(String cursor, int size) {
        try {
            var start = Integer.parseInt(cursor);
            if (start >= 0 && start <= size) return start;
        } catch (NumberFormatException notOurs) {
            // said below
        }
        throw RpcError.invalid("invalid cursor: " + cursor);
    }

    private Json model(String name, boolean isDefault) {
        var setup = hub.backend().setup();
        var efforts = EFFORTS.stream()
                .map(effort -> Json.object().with("reasoningEffort", effort).with("description", effort))
                .toList();
        var usual = setup.style().effort().isEmpty() ? "medium" : setup.style().effort();
        return Json.object()
                .with("id", name)
                .with("model", name)
                .with("upgrade", Json.Null.NULL)
                .with("upgradeInfo", Json.Null.NULL)
                .with("availabilityNux", Json.Null.NULL)
                .with("displayName", name)
                .with("description", isDefault ? "The model of the settings, served by " + setup.provider() : "")
                .with("modelSpecialty", Json.Null.NULL)
                .with("multiAgentVersion", Json.Null.NULL)
                .with("additionalSpeedTiers", Json.array(List.of()))
                .with("serviceTiers", Json.array(List.of()))
                .with("defaultServiceTier", Json.Null.NULL)
                .with("availableAccessPrograms", Json.Null.NULL)
                .with("hidden", Json.of(false))
                .with("supportedReasoningEfforts", Json.array(efforts))
                .with("defaultReasoningEffort", usual)
                .with("inputModalities", Json.strings(List.of("text", "image")))
                .with("supportsPersonality", Json.of(false))
                .with("isDefault", Json.of(isDefault));
    }
}
