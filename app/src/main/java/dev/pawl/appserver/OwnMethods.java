package dev.pawl.appserver;

import dev.pawl.api.ApiError;
import dev.pawl.api.ApiMethod;
import dev.pawl.api.ApiParams;
import dev.pawl.api.PawlApi;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Pawl's own methods and notifications among the app-server's. A client that knows only Codex's
/// protocol costs nothing of them. Safe for use by many threads.
final class OwnMethods {
    private final Hub hub;
    private final Supplier<PawlApi> source;
    private final Approvals approvals;
    private @Nullable PawlApi api;
    private @Nullable Map<String, Call.Method> methods;
    private @Nullable AutoCloseable telling;

    OwnMethods(Hub hub, Supplier<PawlApi> source) {
        this.hub = hub;
        this.source = source;
        this.approvals = new Approvals(hub);
    }

    private synchronized Map<String, Call.Method> methods() {
        if (methods == null) {
            var all = new HashMap<String, Call.Method>();
            api().methods().forEach((name, method) -> all.put(name, call -> answer(method, call)));
            approvals.methods().forEach((name, method) -> all.put(name, call -> answer(method, call)));
            all.put("pawl/item/read", call -> answer(new ItemRead(hub), call));
            methods = all;
        }
        return methods;
    }

    private synchronized PawlApi api() {
        if (api == null) api = source.get();
        return api;
    }

    Optional<Call.Method> find(String name) {
        return name.startsWith(Client.OWN) ? Optional.ofNullable(methods().get(name)) : Optional.empty();
    }

    Set<String> names() {
        return methods().keySet();
    }

    private static void answer(ApiMethod method, Call call) throws InterruptedException {
        try {
            call.answer(method.call(ApiParams.of(call.params().json())));
        } catch (ApiError refused) {
            var error = RpcError.params(String.valueOf(refused.getMessage()));
            throw refused.field().isEmpty() ? error : error.with(Json.object().with("field", refused.field()));
        }
    }

    /// From now on clients are told of every change.
    synchronized void tell() {
        if (telling != null) return;
        telling = api().watch(
                        status -> hub.tellEverybody("pawl/thread/status", status),
                        approvals::look,
                        thread -> hub.tellEverybody(
                                "pawl/flow/changed", Json.object().with("threadId", thread.value())));
    }

    /// What a client of ours finds here.
    Json greeting() {
        return Json.object()
                .with("version", hub.backend().version())
                .with(
                        "methods",
                        Json.strings(List.copyOf(names().stream().sorted().toList())))
                .with("home", hub.backend().home())
                .with("cwd", hub.backend().setup().cwd());
    }
}
