package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The HTTP request a connection begins with, and what is said to it.
record Handshake(String method, String path, Map<String, String> headers) {
    private static final int MOST_BYTES = 16 * 1024;
    /// From RFC 6455: proves that the server speaks WebSocket.
    private static final String PROOF = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private static final Set<String> ONCE = Set.of("host", "origin", "authorization", "sec-websocket-key");

    Handshake {
        headers = Map.copyOf(headers);
    }

    static Handshake read(InputStream in) throws IOException {
        var left = new int[] {MOST_BYTES};
        var first = line(in, left).split(" ", 3);
        if (first.length < 3) throw new IOException("not an HTTP request");
        var headers = new HashMap<String, String>();
        for (var line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            var colon = line.indexOf(':');
            if (colon <= 0) throw new IOException("not a header");
            var name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            var earlier = headers.putIfAbsent(name, line.substring(colon + 1).strip());
            // Of two, it could be the other one that counts for whoever sent them on.
            if (earlier != null && ONCE.contains(name)) throw new IOException("two headers " + name);
        }
        return new Handshake(first[0], first[1], headers);
    }

    private static String line(InputStream in, int[] left) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || --left[0] < 0) throw new IOException("the request is cut or too long");
            if (next != '\r') line.append((char) next);
        }
        return line.toString();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    private boolean says(String name, String value) {
        return value.equalsIgnoreCase(headers.getOrDefault(name, ""));
    }

    boolean isUpgrade() {
        return method.equals("GET")
                && says("upgrade", "websocket")
                && says("sec-websocket-version", "13")
                && !headers.getOrDefault("sec-websocket-key", "").isEmpty();
    }

    /// Whether a supervisor only looks whether the server is there.
    boolean isLook() {
        return !isUpgrade() && (path.equals("/readyz") || path.equals("/healthz"));
    }

    /// What is said to a request that may come in.
    String reply() {
        if (isUpgrade()) {
            return "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                    + "sec-websocket-accept: " + accept(headers.getOrDefault("sec-websocket-key", "")) + "\r\n\r\n";
        }
        if (isLook()) return said("200 OK", "", "ok\n");
        return said("426 Upgrade Required", "", "this is a WebSocket server\n");
    }

    static String refused(Door.Refusal refusal) {
        return said(refusal.status(), refusal.header(), refusal.text());
    }

    private static String said(String status, String header, String text) {
        return "HTTP/1.1 " + status + "\r\n" + header + "content-type: text/plain\r\nconnection: close\r\n"
                + "content-length: " + text.length() + "\r\n\r\n" + text;
    }

    private static String accept(String key) {
        try {
            var sha = MessageDigest.getInstance("SHA-1").digest((key + PROOF).getBytes(ISO_8859_1));
            return Base64.getEncoder().encodeToString(sha);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
