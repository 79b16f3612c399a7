package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The door of a listening server, from outside.
@Tag("process")
@Timeout(120)
class DoorProcessTest {
    private static final String UPGRADE = """
            upgrade: websocket\r
            connection: Upgrade\r
            sec-websocket-version: 13\r
            sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r
            """;

    @TempDir
    Path folder;

    private ServerProcess server(String... more) throws IOException {
        return ServerProcess.start(ServerProcess.home(folder, says("Hello.")), List.of(more));
    }

    /// The first line of the answer.
    private static String http(ServerProcess server, String path, String headers) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            var request = "GET " + path + " HTTP/1.1\r\nhost: localhost:" + server.port() + "\r\n" + headers + "\r\n";
            socket.getOutputStream().write(request.getBytes(UTF_8));
            var line = new StringBuilder();
            for (var next = socket.getInputStream().read(); next >= 0 && next != '\r'; ) {
                line.append((char) next);
                next = socket.getInputStream().read();
            }
            return line.toString();
        }
    }

    @Test
    void aTokenOfThisStartIsNeededBeforeTheUpgrade() throws IOException, InterruptedException {
        String earlier;
        try (var server = server()) {
            var rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(server.tokenFile()));
            assertEquals("rw-------", rights);
            earlier = server.token();
            assertEquals(43, earlier.length(), "256 bits in base64");
            assertEquals("HTTP/1.1 401 Unauthorized", http(server, "/", "authorization: Bearer x\r\n" + UPGRADE));
            var right = "authorization: Bearer " + earlier + "\r\n";
            assertEquals("HTTP/1.1 101 Switching Protocols", http(server, "/", right + UPGRADE));
            assertEquals("HTTP/1.1 403 Forbidden", http(server, "/", "origin:\r\n" + right + UPGRADE));
            assertEquals("HTTP/1.1 200 OK", http(server, "/readyz", ""));
            assertEquals("HTTP/1.1 426 Upgrade Required", http(server, "/", right));
        }
        try (var server = server()) {
            assertNotEquals(earlier, server.token());
        }
    }

    @Test
    void aClientWithoutAHeaderSendsTheTokenFirstOrIsCut() throws IOException, InterruptedException {
        try (var server = server();
                var right = TestClient.dial(server.url("ws", "/"), "");
                var wrong = TestClient.dial(server.url("ws", "/"), "")) {
            right.call(
                    "initialize",
                    TestClient.hello().with("token", server.token()).write());
            assertTrue(right.call("model/list", "{}").at("data") instanceof Json.Arr);
            assertTrue(wrong.refuses("model/list", "{}").contains("Not initialized"));
            assertTrue(wrong.refuses("initialize", TestClient.hello().write()).contains("a token is needed"));
            assertEquals(
                    1008,
                    wrong.await("the end", message -> message.at("closed") instanceof Json.Num)
                            .number("closed"));
        }
    }

    @Test
    void withoutAuthenticationNoTokenIsAskedForAndNoneIsWritten() throws IOException, InterruptedException {
        try (var server = server("--no-auth");
                var client = TestClient.dial(server.url("ws", "/"), "")) {
            client.call("initialize", TestClient.hello().write());
            assertTrue(client.call("model/list", "{}").at("data") instanceof Json.Arr);
            assertFalse(Files.exists(server.tokenFile()));
            assertEquals("HTTP/1.1 403 Forbidden", http(server, "/", "origin: http://x\r\n" + UPGRADE));
        }
    }

    @Test
    void aConfinedCommandWithANetworkFindsNoToken() throws IOException, InterruptedException {
        try (var server = server();
                var client = server.connect()) {
            var policy = Json.object().with("type", "workspaceWrite").with("networkAccess", Json.of(true));
            var look = Json.object()
                    .with(
                            "command",
                            Json.strings(List.of("cat", server.tokenFile().toString())))
                    .with("cwd", folder.toString())
                    .with("sandboxPolicy", policy);
            var ran = client.call("command/exec", look.write());
            assertNotEquals(0, ran.number("exitCode"));
            assertEquals("", ran.text("stdout"));
        }
    }

    @Test
    void idleSocketsKeepNoClientOut() throws IOException, InterruptedException {
        var idle = new ArrayList<Socket>();
        try (var server = server()) {
            for (var i = 0; i < 400; i++) idle.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
            try (var client = server.connect()) {
                assertTrue(client.call("model/list", "{}").at("data") instanceof Json.Arr);
            }
        } finally {
            for (var socket : idle) socket.close();
        }
    }

    @Test
    void aTokenOfTheUsersOwnIsTakenAsCodexTakesIt() throws IOException, InterruptedException {
        var file = folder.resolve("token");
        Files.writeString(file, "a-token-of-the-user\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        try (var server = server("--ws-auth", "capability-token", "--ws-token-file", file.toString());
                var client = TestClient.connect(server.url("ws", "/"), "a-token-of-the-user")) {
            assertEquals("HTTP/1.1 401 Unauthorized", http(server, "/", "authorization: Bearer x\r\n" + UPGRADE));
            var look = Json.object()
                    .with("command", Json.strings(List.of("cat", file.toString())))
                    .with("cwd", folder.toString())
                    .with("sandboxPolicy", Json.object().with("type", "workspaceWrite"));
            assertEquals("", client.call("command/exec", look.write()).text("stdout"));
        }
    }

    @Test
    void aSocketFileIsForItsUserAlone() throws IOException, InterruptedException {
        var path = folder.resolve("rooms").resolve("pawl.sock");
        try (var _ = server("--listen", "unix://" + path);
                var client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())));
            client.write(ByteBuffer.wrap(("GET / HTTP/1.1\r\nhost: localhost\r\n" + UPGRADE + "\r\n").getBytes(UTF_8)));
            var answer = ByteBuffer.allocate(32);
            while (answer.hasRemaining() && client.read(answer) >= 0) {}
            assertEquals("HTTP/1.1 101 Switching Protocols", new String(answer.array(), UTF_8));
        }
        // What a killed server left is taken over; what is no socket is not.
        try (var _ = server("--listen", "unix://" + path)) {
            assertTrue(Files.exists(path));
        }
    }
}
