package dev.pawl.appserver.setting;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;

/// `account/…`: an API key that a client gives, kept for the user alone, and nothing else: Pawl has
/// no accounts.
final class AccountMethods {
    private static final List<String> KINDS = List.of(
            "apiKey", "chatgpt", "chatgptDeviceCode", "chatgptAuthTokens", "amazonBedrock", "amazonBedrockAccessKeys");

    private final Hub hub;

    AccountMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("account/read", this::read);
        methods.put("account/login/start", this::login);
        methods.put("account/login/cancel", AccountMethods::cancel);
        methods.put("account/logout", this::logout);
        methods.put("account/gatewayOAuth/read", this::gateway);
        methods.put("getAuthStatus", this::status);
    }

    /// The key counts where the provider asks for OpenAI's; elsewhere it is nobody's.
    private boolean isUsed() {
        return hub.backend().needsOpenAiKey() && hub.backend().hasApiKey();
    }

    private void read(Call call) {
        call.answer(Json.object()
                .with("account", isUsed() ? Json.object().with("type", "apiKey") : Json.Null.NULL)
                .with("requiresOpenaiAuth", Json.of(hub.backend().needsOpenAiKey()))
                .with("workspaceRouting", Json.Null.NULL));
    }

    /// Never with the key itself: a client that gave it has it.
    private void status(Call call) {
        call.answer(Json.object()
                .with("authMethod", isUsed() ? Json.of("apikey") : Json.Null.NULL)
                .with("authToken", Json.Null.NULL)
                .with("requiresOpenaiAuth", Json.of(hub.backend().needsOpenAiKey())));
    }

    private void login(Call call) {
        var kind = call.params().text("type");
        if (!KINDS.contains(kind)) throw Params.unknown(kind, KINDS);
        if (!kind.equals("apiKey")) {
            throw RpcError.invalid(
                    "account/login/start with " + kind + " is not available: Pawl takes an API key only");
        }
        var key = call.params().text("apiKey").strip();
        if (key.isEmpty() || !key.chars().allMatch(letter -> letter > ' ' && letter < 127)) {
            throw RpcError.invalid("the API key must be one word of visible ASCII characters");
        }
        hub.backend().keepApiKey(key);
        call.answer(Json.object().with("type", "apiKey"));
        hub.tellEverybody(
                "account/login/completed",
                Json.object()
                        .with("loginId", Json.Null.NULL)
                        .with("success", Json.of(true))
                        .with("error", Json.Null.NULL));
        updated();
    }

    private void updated() {
        hub.tellEverybody(
                "account/updated",
                Json.object()
                        .with("authMode", hub.backend().hasApiKey() ? Json.of("apikey") : Json.Null.NULL)
                        .with("planType", Json.Null.NULL));
    }

    private static void cancel(Call call) {
        throw RpcError.invalid("invalid login id: " + call.params().text("loginId"));
    }

    /// Takes away what was kept here; a key in the environment is not ours to forget.
    private void logout(Call call) {
        hub.backend().keepApiKey("");
        call.answer(Json.object());
        updated();
    }

    private void gateway(Call call) {
        var provider = hub.backend().setup().provider();
        call.answer(Json.object()
                .with("providerId", provider)
                .with("providerName", provider)
                .with("required", Json.of(false))
                .with("status", Json.Null.NULL)
                .with("error", Json.Null.NULL));
    }
}
