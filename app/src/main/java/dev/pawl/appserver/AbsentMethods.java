package dev.pawl.appserver;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// What Codex offers and Pawl has nothing of: plugins, apps, a ChatGPT account, remote control,
/// Windows. A list is truthfully empty; what would have to do something is refused, in the words
/// of Codex.
final class AbsentMethods {
    private static final Json NONE = Json.array(List.of());

    private static final String UNVERIFIED = "User verification is not available in this build or account.";

    private static final Map<String, Json> EMPTY = Map.ofEntries(
            Map.entry("plugin/list", plugins().with("featuredPluginIds", NONE)),
            Map.entry("plugin/installed", plugins()),
            Map.entry("plugin/search", page()),
            Map.entry(
                    "plugin/reconcile",
                    Json.object()
                            .with("changedPlugins", NONE)
                            .with("failedRemotePluginIds", NONE)
                            .with("failedMaterializationRemotePluginIds", NONE)),
            Map.entry(
                    "marketplace/upgrade",
                    Json.object()
                            .with("selectedMarketplaces", NONE)
                            .with("upgradedRoots", NONE)
                            .with("errors", NONE)),
            Map.entry("app/list", page()),
            Map.entry("app/installed", Json.object().with("apps", NONE)),
            Map.entry("account/gatewayOAuth/cancel", Json.object()),
            Map.entry("experimentalFeature/list", page()),
            Map.entry("experimentalFeature/enablement/set", Json.object().with("enablement", Json.object())),
            Map.entry("windowsSandbox/readiness", Json.object().with("status", "notConfigured")),
            Map.entry(
                    "externalAgentConfig/detect",
                    Json.object().with("items", NONE).with("connectors", NONE)),
            Map.entry(
                    "externalAgentConfig/import/readHistories",
                    Json.object().with("data", NONE).with("connectors", NONE)),
            Map.entry("project/list", page()),
            Map.entry(
                    "accountSession/list",
                    Json.object().with("activeSessionId", Json.Null.NULL).with("sessions", NONE)),
            Map.entry("thread/memory/read", Json.object().with("summary", Json.Null.NULL)),
            Map.entry("thread/sample/cancel", Json.object()),
            Map.entry("userVerification/cancel", Json.object()),
            Map.entry("mcpServer/event/stream/stop", Json.object()),
            Map.entry(
                    "userVerification/status",
                    Json.object()
                            .with("credentialId", Json.Null.NULL)
                            .with("unavailableReason", "providerUnavailable")
                            .with("unavailableMessage", UNVERIFIED)));

    private static final String CATALOG = "chatgpt authentication required for remote plugin catalog";
    private static final String ACCOUNT = "codex account authentication required ";

    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("plugin/skill/read", "read remote plugin skill details: " + CATALOG),
            Map.entry("plugin/share/save", "save remote plugin share: " + CATALOG),
            Map.entry("plugin/share/updateTargets", "update remote plugin share targets: " + CATALOG),
            Map.entry("plugin/share/list", "list remote plugin shares: " + CATALOG),
            Map.entry("plugin/share/checkout", "checkout plugin share: " + CATALOG),
            Map.entry("plugin/share/delete", "delete remote plugin share: " + CATALOG),
            Map.entry("plugin/uninstall", "resolve remote plugin before uninstall: " + CATALOG),
            Map.entry("account/gatewayOAuth/login", "The current provider does not use gateway OAuth"),
            Map.entry("account/rateLimits/read", ACCOUNT + "to read rate limits"),
            Map.entry("account/rateLimitResetCredit/consume", ACCOUNT + "for rate limit reset credits"),
            Map.entry("account/usage/read", ACCOUNT + "to read token usage"),
            Map.entry("account/workspaceMessages/read", ACCOUNT + "to read workspace messages"),
            Map.entry("account/sendAddCreditsNudgeEmail", ACCOUNT + "to notify workspace owner"),
            Map.entry("feedback/upload", "sending feedback is disabled by configuration"),
            Map.entry("accountSession/switch", "Workspace switching requires a managed ChatGPT login"),
            Map.entry("remoteControl/enable", "remote control requires ChatGPT authentication"),
            Map.entry("remoteControl/disable", "remote control requires ChatGPT authentication"),
            Map.entry("remoteControl/client/list", "remote control requires ChatGPT authentication"),
            Map.entry("remoteControl/client/revoke", "remote control requires ChatGPT authentication"),
            Map.entry("turn/settings/update", "turn settings updates require the step_model_switching feature"),
            Map.entry("mcpServer/event/stream/start", "MCP event subscriptions are only supported for hosted apps"));

    private static Json.Obj plugins() {
        return Json.object().with("marketplaces", NONE).with("marketplaceLoadErrors", NONE);
    }

    private static Json.Obj page() {
        return Json.object().with("data", NONE).with("nextCursor", Json.Null.NULL);
    }

    private final Map<String, Call.Method> empty = new TreeMap<>();
    private final Map<String, Call.Method> refused = new TreeMap<>();

    AbsentMethods() {
        EMPTY.forEach((name, answer) -> empty.put(name, call -> call.answer(answer)));
        empty.put("app/read", AbsentMethods::apps);
        REFUSED.forEach((name, why) -> refuse(name, _ -> RpcError.invalid(why)));
        refuse("plugin/read", params -> plugin("plugin/read", params));
        refuse("plugin/install", params -> plugin("plugin/install", params));
        refuse(
                "marketplace/remove",
                params -> RpcError.invalid(
                        "marketplace `" + params.text("marketplaceName") + "` is not configured or installed"));
        for (var name : List.of("project/read", "project/update", "project/move", "project/delete")) {
            refuse(name, params -> RpcError.params("project not found: " + params.text("projectId")));
        }
    }

    private void refuse(String name, Function<Params, RpcError> why) {
        refused.put(name, call -> {
            throw why.apply(call.params());
        });
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.putAll(empty);
        methods.putAll(refused);
    }

    /// Those that answer, with nothing in it.
    Set<String> empty() {
        return empty.keySet();
    }

    /// Those that say no in words of their own.
    Set<String> refused() {
        return refused.keySet();
    }

    private static void apps(Call call) {
        var missing = Json.strings(call.params().texts("appIds"));
        call.answer(Json.object().with("apps", NONE).with("missingAppIds", missing));
    }

    private static RpcError plugin(String method, Params params) {
        var isLocal = params.optional("marketplacePath").isPresent();
        if (isLocal == params.optional("remoteMarketplaceName").isPresent()) {
            return RpcError.invalid(method + " requires exactly one of marketplacePath or remoteMarketplaceName");
        }
        return RpcError.invalid("plugin `" + params.text("pluginName") + "` was not found: Pawl has no plugins");
    }
}
