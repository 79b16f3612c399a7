package dev.pawl.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The server itself, on real sockets: what it refuses before a route sees it, and its WebSockets.
@Timeout(60)
class HttpServerTest {
    private static final ServerLimits SMALL =
            new ServerLimits(16, 4, Duration.ofSeconds(10), Duration.ofSeconds(10), 100_000);

    private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = HttpServer.open(new ListenAddress.Port(address), SMALL, this::serve);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void serve(HttpCall call) throws IOException {
        if (call.isUpgrade()) call.upgrade(new Echo());
        else call.reply(ServerReply.text(200, call.method() + " " + call.path() + " " + call.body().length + "\n"));
    }

    /// Sends every text back; `admit` asks for a client's place.
    private final class Echo implements WebSocketListener {
        private @Nullable WebSocketPeer peer;

        @Override
        public void opened(WebSocketPeer client) {
            peer = client;
        }

        @Override
        public void received(String message) {
            var client = Objects.requireNonNull(peer);
            if (message.equals("admit")) client.admit();
            Thread.startVirtualThread(() -> {
                try {
                    client.send(List.of(message.getBytes(UTF_8)));
                } catch (IOException | InterruptedException gone) {
                    seen.add("gone");
                }
            });
        }

        @Override
        public void closed() {
            seen.add("closed");
        }
    }

    private Socket socket() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private String status(String request) throws IOException {
        try (var socket = socket()) {
            socket.getOutputStream().write(request.replace("|", "\r\n").getBytes(UTF_8));
            var line = new StringBuilder();
            for (var next = socket.getInputStream().read(); next >= 0 && next != '\r'; ) {
                line.append((char) next);
                next = socket.getInputStream().read();
            }
            return line.isEmpty() ? "none" : line.substring(9, 12);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            GET / HTTP/1.1|Host: a||~                                                                  200
            POST /x HTTP/1.1|Host: a|Content-Length: 3||abc~                                           200
            GET / HTTP/1.1||~                                                                          400
            GET / HTTP/1.1|Host: a|Host: b||~                                                          400
            GET / HTTP/1.1|Host : a||~                                                                 400
            GET http://b/ HTTP/1.1|Host: a||~                                                          400
            POST / HTTP/1.1|Host: a|Content-Length: 3|Content-Length: 4||abc~                          400
            POST / HTTP/1.1|Host: a|Content-Length: 3|Transfer-Encoding: chunked||0||~                 400
            POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||3;x=y|abc|0||~                         501
            POST / HTTP/1.1|Host: a|Content-Length: -1||~                                              400
            POST / HTTP/1.1|Host: a|Content-Length: 100001||~                                          413
            GET /a%2fb HTTP/1.1|Host: a||~                                                             400
            GET /%2e%2e/x HTTP/1.1|Host: a||~                                                          400
            GET / HTTP/1.1|Host: a|X: a| b||~                                                          400
            NONSENSE~                                                                                  none
            GET / HTTP/1.1|Host: a|Upgrade: websocket|Connection: Upgrade||~                           426
            """)
    void whatIsNotCleanHttpIsRefused(String request, String expected) throws IOException {
        if (expected.equals("none")) request += "||";
        assertEquals(expected.equals("none") ? "400" : expected, status(request), request);
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws IOException {
        assertEquals("431", status("GET / HTTP/1.1|Host: a|X: " + "x".repeat(20_000) + "||"));
    }

    private final class Client implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            part.append(text);
            if (last) {
                seen.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            seen.add("code " + code);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            seen.add("error");
        }
    }

    private WebSocket connect() {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/"), new Client())
                .join();
    }

    @Test
    void aMessageGoesThereAndBack() throws InterruptedException {
        var socket = connect();
        socket.sendText("grüße 你好", true).join();
        assertEquals("grüße 你好", seen.take());
        socket.sendText("in ", false).join();
        socket.sendText("two parts", true).join();
        assertEquals("in two parts", seen.take());
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        assertEquals("closed", seen.take().replace("code 1000", "closed"));
    }

    @Test
    void aNewcomerMaySendLittleAndAClientMuch() throws InterruptedException {
        var large = "x".repeat(80_000);
        var socket = connect();
        socket.sendText("admit", true).join();
        assertEquals("admit", seen.take());
        socket.sendText(large, true).join();
        assertEquals(large, seen.take());
        var newcomer = connect();
        newcomer.sendText(large, true).join();
        var ends = List.of(seen.take(), seen.take());
        assertTrue(ends.contains("code 1009"), ends.toString());
    }

    @Test
    void binaryMessagesAndBrokenTextEndTheConnection() throws InterruptedException {
        connect().sendBinary(java.nio.ByteBuffer.wrap(new byte[10]), true).join();
        var ends = List.of(seen.take(), seen.take());
        assertTrue(ends.contains("code 1003"), ends.toString());
    }

    @Test
    void aServerThatGoesAwaySaysSo() throws InterruptedException {
        connect().sendText("here", true).join();
        assertEquals("here", seen.take());
        server.drain();
        var ends = List.of(seen.take(), seen.take());
        assertTrue(ends.contains("code 1001"), ends.toString());
    }
}
