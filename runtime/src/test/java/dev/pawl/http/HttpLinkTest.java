package dev.pawl.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpLinkTest {
    private final AtomicInteger requests = new AtomicInteger();

    /// Answers the first request of each connection, and none after it.
    private void serve(ServerSocket server) {
        while (!server.isClosed()) {
            try (var socket = server.accept();
                    var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    if (line.startsWith("POST")) requests.incrementAndGet();
                    if (line.isEmpty() && requests.get() % 2 == 1) {
                        socket.getOutputStream()
                                .write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".getBytes(US_ASCII));
                    }
                }
            } catch (IOException gone) {
                // The client left.
            }
        }
    }

    @Test
    @Timeout(20)
    void aReplyThatIsReadAndNotEndedHoldsNobodyUp() throws IOException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var link = new HttpLink(Proxies.NONE)) {
            Thread.ofVirtual().start(() -> serveHalf(server));
            var request = new Request(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"), Map.of(), "");
            var reply = link.send(request, Duration.ofMinutes(5));
            assertThat(reply.body().readNBytes(2)).isEqualTo("ok".getBytes(US_ASCII));
            reply.release();
        }
    }

    /// One chunk and its end, but not the end of the reply.
    private static void serveHalf(ServerSocket server) {
        try (var socket = server.accept()) {
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n".getBytes(US_ASCII));
            while (socket.getInputStream().read() >= 0) {}
        } catch (IOException gone) {
            // The client left.
        }
    }

    @Test
    void aServerThatHasTheRequestAndIsSilentIsNotAskedAgain() throws IOException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var link = new HttpLink(Proxies.NONE)) {
            Thread.ofVirtual().start(() -> serve(server));
            var request = new Request(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"), Map.of(), "");
            var first = link.send(request, Duration.ofSeconds(30));
            assertThat(first.text(10)).isEqualTo("ok");
            first.release();
            assertThatThrownBy(() -> link.send(request, Duration.ofMillis(300)))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(requests).hasValue(2);
        }
    }
}
