package dev.pawl.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Status and headers of a reply. Names are in lower case; a name that came twice keeps the first.
public record HttpHead(int status, String reason, Map<String, String> headers) {
    private static final int MOST_HEADERS = 200;

    public HttpHead {
        headers = Map.copyOf(headers);
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    static HttpHead read(Wire wire) throws IOException {
        var head = readOne(wire);
        while (head.status() < 200) head = readOne(wire); // 100 and 103 only announce
        return head;
    }

    private static HttpHead readOne(Wire wire) throws IOException {
        var line = wire.line();
        if (!line.startsWith("HTTP/1.") || line.length() < 12)
            throw new IOException("not an HTTP reply: " + shown(line));
        var headers = new LinkedHashMap<String, String>();
        for (var next = wire.line(); !next.isEmpty(); next = wire.line()) {
            var colon = next.indexOf(':');
            if (colon <= 0) throw new IOException("not a header: " + shown(next));
            if (headers.size() == MOST_HEADERS) throw new IOException("more than " + MOST_HEADERS + " headers");
            headers.putIfAbsent(
                    next.substring(0, colon).trim().toLowerCase(Locale.ROOT),
                    next.substring(colon + 1).trim());
        }
        return new HttpHead(status(line), line.substring(12).trim(), headers);
    }

    private static int status(String line) throws IOException {
        try {
            return Integer.parseInt(line, 9, 12, 10);
        } catch (NumberFormatException notNumber) {
            throw new IOException("not an HTTP status: " + shown(line), notNumber);
        }
    }

    private static String shown(String line) {
        return line.length() <= 80 ? line : line.substring(0, 80) + "…";
    }
}
