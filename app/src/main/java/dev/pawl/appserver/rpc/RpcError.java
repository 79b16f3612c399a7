package dev.pawl.appserver.rpc;

import dev.pawl.json.Json;

/// The client is told no, with a code and words it knows from Codex.
public final class RpcError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int INVALID_REQUEST = -32600;
    private static final int NOT_AVAILABLE = -32601;
    private static final int INVALID_PARAMS = -32602;
    private static final int INTERNAL = -32603;
    private static final int OVERLOADED = -32001;

    private final int code;
    private final transient Json data;

    private RpcError(int code, String message, Json data) {
        super(message, null, false, false);
        this.code = code;
        this.data = data;
    }

    /// Also for unknown methods and parameters that cannot be read, as Codex does.
    public static RpcError invalid(String message) {
        return new RpcError(INVALID_REQUEST, message, new Json.Null());
    }

    /// Parameters that can be read and do not fit together.
    public static RpcError params(String message) {
        return new RpcError(INVALID_PARAMS, message, new Json.Null());
    }

    /// Codex's protocol has it, and Pawl does not.
    public static RpcError notAvailable(String method) {
        return new RpcError(NOT_AVAILABLE, method + " is not available", new Json.Null());
    }

    /// For clients that said so when they connected.
    public static RpcError experimental(String what) {
        return invalid(what + " requires experimentalApi capability");
    }

    public RpcError with(Json more) {
        return new RpcError(code, String.valueOf(getMessage()), more);
    }

    public static RpcError threadNotFound(String thread) {
        return invalid("thread not found: " + thread);
    }

    public static RpcError tooLarge(int most, int characters) {
        var data = Json.object()
                .with("input_error_code", "input_too_large")
                .with("max_chars", most)
                .with("actual_chars", characters);
        return new RpcError(INVALID_PARAMS, "Input exceeds the maximum length of " + most + " characters.", data);
    }

    public static RpcError internal(String message) {
        return new RpcError(INTERNAL, message, new Json.Null());
    }

    public static RpcError overloaded() {
        return new RpcError(OVERLOADED, "Server overloaded; retry later.", new Json.Null());
    }

    Json json() {
        var json = Json.object().with("code", code).with("message", String.valueOf(getMessage()));
        return data.isNull() ? json : json.with("data", data);
    }
}
