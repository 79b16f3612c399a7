package dev.pawl.net;

import dev.pawl.net.WebSocketPeer.CloseCode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/// The WebSockets of a server: text messages, no extensions, pings that tell the living from the
/// gone. Safe for use by many threads.
final class WebSockets implements AutoCloseable {
    private static final int GONE_AFTER_PINGS = 3;
    private static final int UPGRADE_REQUIRED = 426;

    private final WebSocketMappings handshakes;
    private final ServerLimits limits;
    private final Set<WebSocketConnection> open = ConcurrentHashMap.newKeySet();
    private final Thread pings;

    WebSockets(Server server, ServerLimits limits) {
        this.limits = limits;
        WebSocketComponents components = WebSocketServerComponents.ensureWebSocketComponents(server);
        this.handshakes = new WebSocketMappings(components);
        this.pings = Thread.ofVirtual().name("pawl-ping").start(this::ping);
    }

    private void ping() {
        try {
            while (true) {
                Thread.sleep(ServerLimits.PING);
                open.forEach(WebSocketConnection::ping);
            }
        } catch (InterruptedException closed) {
            // The server is.
        }
    }

    private static Configuration.ConfigurationCustomizer rules() {
        var rules = new Configuration.ConfigurationCustomizer();
        rules.setMaxTextMessageSize(ServerLimits.NEWCOMER_BYTES);
        rules.setMaxFrameSize(ServerLimits.NEWCOMER_BYTES);
        rules.setIdleTimeout(ServerLimits.PING.multipliedBy(GONE_AFTER_PINGS));
        return rules;
    }

    void upgrade(HttpCall call, WebSocketListener listener, BooleanSupplier place) throws IOException {
        var connection = new WebSocketConnection(listener, place, limits.bodyBytes(), open);
        var callback = call.takeOver();
        var upgraded = handshakes.upgrade(
                (_, response, _) -> {
                    response.setExtensions(List.of());
                    return connection;
                },
                call.request(),
                call.response(),
                callback,
                rules());
        if (upgraded) return;
        call.takeBack();
        throw new HttpRefusal(UPGRADE_REQUIRED, "this is no handshake of WebSocket version 13\n");
    }

    void goAway() {
        for (var one : open) one.close(CloseCode.GOING_AWAY, "the server is going away");
    }

    @Override
    public void close() {
        pings.interrupt();
        goAway();
    }
}
