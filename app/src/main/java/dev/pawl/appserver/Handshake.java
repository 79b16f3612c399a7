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

/// The HTTP request a connection begins with, and what is said to it.
record Handshake(String method, String path, Map<String, String> headers) {
    private static final int MOST_BYTES = 16 * 1024;
    /// From RFC 6455: proves that the server speaks WebSocket.
    private static final String PROOF = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

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
            headers.putIfAbsent(
                    line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
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

    private String header(String name) {
        return headers.getOrDefault(name, "");
    }

    boolean isUpgrade() {
        return method.equals("GET")
                && header("origin").isEmpty()
                && header("upgrade").equalsIgnoreCase("websocket")
                && header("sec-websocket-version").equals("13")
                && !header("sec-websocket-key").isEmpty();
    }

    String reply() {
        if (!header("origin").isEmpty()) return said("403 Forbidden", "requests with an Origin are refused\n");
        if (isUpgrade()) {
            return "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                    + "sec-websocket-accept: " + accept(header("sec-websocket-key")) + "\r\n\r\n";
        }
        if (path.equals("/readyz") || path.equals("/healthz")) return said("200 OK", "ok\n");
        return said("426 Upgrade Required", "this is a WebSocket server\n");
    }

    private static String said(String status, String text) {
        return "HTTP/1.1 " + status + "\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: "
                + text.length() + "\r\n\r\n" + text;
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
