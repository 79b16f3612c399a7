package dev.pawl.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/// A proxy that takes plain HTTP, and leads on to where it is told.
///
/// @param user name and password with a colon between them, or empty
record Proxy(String host, int port, String user) {
    private static final int MUST_SAY_WHO = 407;

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    /// The header that says who asks; empty where nobody need know.
    String authorization() {
        if (user.isEmpty()) return "";
        var encoded = Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        return "proxy-authorization: Basic " + encoded + "\r\n";
    }

    /// Has it lead on to the server: what is sent from then on is between the two of us.
    void tunnel(Wire wire, Origin origin, Duration patience) throws IOException {
        var target = origin.host().indexOf(':') < 0 ? origin.host() : "[" + origin.host() + "]";
        var ask = "CONNECT " + target + ":" + origin.port() + " HTTP/1.1\r\nhost: " + target + ":" + origin.port()
                + "\r\n" + authorization() + "\r\n";
        wire.patience(patience);
        wire.send(ask.getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
        var head = HttpHead.read(wire);
        if (head.status() / 100 == 2) return;
        var why = head.status() == MUST_SAY_WHO
                ? "wants a user and a password: write it as http://USER:PASSWORD@HOST:PORT"
                : "did not lead on to " + target + ":" + origin.port() + ": " + head.status() + " " + head.reason();
        throw new IOException("the proxy " + host + ":" + port + " " + why);
    }
}
