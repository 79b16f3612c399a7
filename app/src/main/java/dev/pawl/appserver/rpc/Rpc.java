package dev.pawl.appserver.rpc;

import dev.pawl.json.Json;

/// One message from a client: JSON-RPC 2.0 without the `jsonrpc` member.
public sealed interface Rpc {
    record Request(Json id, String method, Json params) implements Rpc {}

    record Notification(String method, Json params) implements Rpc {}

    /// The answer to a request of ours.
    record Reply(Json id, Json result) implements Rpc {}

    /// The client could not, or would not, answer a request of ours.
    record Failure(Json id, Json error) implements Rpc {}

    /// Throws [BadJson] when the text is no message.
    static Rpc parse(String text) {
        var json = Json.parse(text);
        var id = json.at("id");
        if (json.at("method") instanceof Json.Str(var method)) {
            var params = json.at("params");
            return id.isNull() ? new Notification(method, params) : new Request(id, method, params);
        }
        if (id.isNull()) return new Notification(json.text("method"), json);
        return json.at("error").isNull() ? new Reply(id, json.at("result")) : new Failure(id, json.at("error"));
    }

    static String result(Json id, Json result) {
        return Json.object().with("id", id).with("result", result).write();
    }

    static String error(Json id, RpcError error) {
        return Json.object().with("error", error.json()).with("id", id).write();
    }

    /// With the number of the event that this is the last word of.
    static String notification(String method, Json params, long seq) {
        return Json.object()
                .with("method", method)
                .with("params", params)
                .with("seq", seq)
                .write();
    }

    static String request(Json id, String method, Json params) {
        return Json.object()
                .with("method", method)
                .with("id", id)
                .with("params", params)
                .write();
    }

    static String notification(String method, Json params) {
        return Json.object().with("method", method).with("params", params).write();
    }
}
