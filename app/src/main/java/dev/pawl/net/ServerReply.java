package dev.pawl.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;

/// A whole reply to an HTTP request. Immutable.
public final class ServerReply {
    private final int status;
    private final String type;
    private final Map<String, String> headers;
    private final byte[] body;

    private ServerReply(int status, String type, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.type = type;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    public static ServerReply empty(int status) {
        return new ServerReply(status, "", Map.of(), new byte[0]);
    }

    public static ServerReply text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(UTF_8));
    }

    public static ServerReply json(int status, String json) {
        return of(status, "application/json", json.getBytes(UTF_8));
    }

    /// @param body not changed any more by the caller
    public static ServerReply of(int status, String type, byte[] body) {
        return new ServerReply(status, type, Map.of(), body);
    }

    /// With one more header; it wins over one that every reply has.
    public ServerReply with(String name, String value) {
        var more = new HashMap<>(headers);
        more.put(name, value);
        return new ServerReply(status, type, more, body);
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }
}
