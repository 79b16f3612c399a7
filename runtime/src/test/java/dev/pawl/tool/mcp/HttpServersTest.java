package dev.pawl.tool.mcp;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.event.Event;
import dev.pawl.http.Proxies;
import dev.pawl.json.Json;
import dev.pawl.tool.Places;
import dev.pawl.tool.mcp.ServerSettings.Offer;
import dev.pawl.tool.mcp.ServerSettings.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers on a real socket of this machine.
class HttpServersTest {
    private static final Duration GRACE = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> stream = new LinkedBlockingQueue<>();
    private HttpServer http = none();
    private McpServers servers = McpServers.start(
            List.of(), Places.in(Path.of("/")), Thread.ofVirtual().factory(), GRACE, PinStore.inMemory());

    /// How the server behaves.
    private volatile String mode = "json";

    private static HttpServer none() {
        try {
            return HttpServer.create();
        } catch (IOException noSockets) {
            throw new AssertionError(noSockets);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/mcp", this::serve);
        http.start();
        Files.createDirectories(Places.in(folder).cwd());
    }

    @AfterEach
    void stop() {
        servers.close();
        http.stop(0);
    }

    private Tool.Outcome.Done echo(String text) throws InterruptedException {
        var arguments = Json.object().with("text", text).write();
        var tool = servers.find("mcp__web__echo").orElseThrow();
        return (Tool.Outcome.Done) tool.run(Places.call("c", "mcp__web__echo", arguments), RunMode.CONFINED, _ -> {});
    }

    private void start(String behaviour, Duration callPatience) {
        mode = behaviour;
        var url = URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp?x=1");
        var reach = new ServerSettings.Transport.Http(url, Map.of("authorization", "Bearer t"), Proxies.NONE);
        var patience = new Timeouts(Duration.ofSeconds(10), callPatience);
        var settings = new ServerSettings("web", reach, patience, Offer.ALL, false);
        servers = McpServers.start(
                List.of(settings),
                Places.in(folder),
                Thread.ofPlatform().daemon(true).factory(),
                GRACE,
                PinStore.inMemory());
        servers.specs();
    }

    private void start(String behaviour) {
        start(behaviour, Duration.ofSeconds(10));
    }

    private String failure() {
        return servers.news().stream()
                .map(event -> ((Event.ServerChanged) event).error())
                .reduce("", (a, b) -> a + b);
    }

    @Test
    void plainJsonAnswersTicketAndVersionAreHandledAndTheTicketIsGivenBack() throws InterruptedException {
        start("json");
        assertThat(echo("hi").text()).endsWith("echo: hi");
        servers.close();
        assertThat(heard)
                .contains(
                        "POST initialize ticket=null version=null auth=Bearer t",
                        "POST notifications/initialized ticket=T1 version=2025-11-25 auth=Bearer t",
                        "POST tools/call ticket=T1 version=2025-11-25 auth=Bearer t",
                        "DELETE  ticket=T1 version=2025-11-25 auth=Bearer t");
    }

    @Test
    void anAnswerMayBeAStream() throws InterruptedException {
        start("stream");
        assertThat(echo("streamed").text()).endsWith("echo: streamed");
    }

    @Test
    void aStreamThatBreaksOffIsTakenUpWhereItWas() throws InterruptedException {
        start("broken");
        assertThat(echo("resumed").text()).endsWith("echo: resumed");
        assertThat(heard).anyMatch(line -> line.startsWith("GET last=e1"));
    }

    @Test
    void aChangedListIsHeardOnTheOpenStream() {
        start("json");
        eventually("the stream", () -> heard.stream().anyMatch(line -> line.startsWith("GET")));
        mode = "grown";
        stream.add("data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n");
        eventually("the new tool", () -> servers.find("mcp__web__another").isPresent());
    }

    @Test
    void aTicketTheServerForgotIsRenewed() throws InterruptedException {
        start("json");
        mode = "forgets";
        assertThat(echo("one").text()).contains("has forgotten us");
        mode = "json";
        assertThat(echo("two").text()).endsWith("echo: two");
    }

    @Test
    void aCallThatTakesTooLongIsCalledOff() throws InterruptedException {
        start("silent", Duration.ofMillis(300));
        assertThat(echo("x").text()).startsWith("tool call error: timed out awaiting tools/call after 300ms");
        eventually("the server is told", () -> heard.stream().anyMatch(line -> line.contains("cancelled")));
    }

    @Test
    void aRefusalSaysWhatToDo() {
        start("401");
        assertThat(failure()).contains("wants other credentials (HTTP 401): set bearer_token_env_var");
    }

    @Test
    void aMoveNamesTheNewPlace() {
        start("308");
        assertThat(failure()).contains("has moved: set its url to http://elsewhere/mcp");
    }

    @Test
    void theOldWayIsTriedWhenTheNewOneIsNotKnown() throws InterruptedException {
        start("old");
        assertThat(echo("old").text()).endsWith("echo: old");
    }

    @Test
    void aPageIsNoServer() {
        start("page");
        assertThat(failure()).contains("did not answer with JSON");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            var head = exchange.getRequestHeaders();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var message = body.isEmpty() ? Json.object() : Json.parse(body);
            if (exchange.getRequestMethod().equals("GET")) {
                heard.add("GET last=" + head.getFirst("last-event-id"));
                get(exchange);
                return;
            }
            heard.add(exchange.getRequestMethod() + " " + message.text("method", "") + " ticket="
                    + head.getFirst("mcp-session-id") + " version=" + head.getFirst("mcp-protocol-version") + " auth="
                    + head.getFirst("authorization"));
            post(exchange, message);
        }
    }

    private void post(HttpExchange exchange, Json message) throws IOException {
        var posted = exchange.getRequestURI().getPath().endsWith("/post");
        switch (mode) {
            case "401" -> reply(exchange, 401, "text/plain", "who are you");
            case "308" -> {
                exchange.getResponseHeaders().add("location", "http://elsewhere/mcp");
                reply(exchange, 308, "text/plain", "");
            }
            case "old" -> {
                if (posted && !message.at("id").isNull()) stream.add("data: " + answer(message) + "\n\n");
                reply(exchange, posted ? 202 : 405, "text/plain", "");
            }
            case "page" -> reply(exchange, 200, "text/html", "<html>");
            case "forgets" -> reply(exchange, 404, "text/plain", "");
            case String _ -> converse(exchange, message);
        }
    }

    private void converse(HttpExchange exchange, Json message) throws IOException {
        if (message.at("id").isNull()) {
            reply(exchange, 202, "text/plain", "");
            return;
        }
        var method = message.text("method", "");
        if (method.equals("initialize")) exchange.getResponseHeaders().add("mcp-session-id", "T1");
        var calls = method.equals("tools/call");
        if (calls && mode.equals("silent")) {
            exchange.getResponseHeaders().add("content-type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            eventually("the client goes", () -> heard.stream().anyMatch(line -> line.contains("cancelled")));
        } else if (calls && mode.equals("broken")) {
            stream.add("id: e2\ndata: " + answer(message) + "\n\n");
            reply(exchange, 200, "text/event-stream", "id: e1\nretry: 10\ndata: \n\n");
        } else if (mode.equals("stream")) {
            var note = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n";
            reply(exchange, 200, "text/event-stream", note + "event: message\ndata: " + answer(message) + "\n\n");
        } else reply(exchange, 200, "application/json", answer(message));
    }

    private void get(HttpExchange exchange) throws IOException {
        var resumes = exchange.getRequestHeaders().containsKey("last-event-id");
        if (mode.equals("broken") && !resumes) {
            reply(exchange, 405, "text/plain", "");
            return;
        }
        exchange.getResponseHeaders().add("content-type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        if (mode.equals("old")) out.write("event: endpoint\ndata: /mcp/post?s=1\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        try {
            while (true) {
                out.write(stream.take().getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void reply(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("content-type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
    }

    private String answer(Json message) {
        var result = switch (message.text("method", "")) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"web\"}}";
            case "tools/list" ->
                "{\"tools\":[{\"name\":\"echo\",\"annotations\":{\"readOnlyHint\":true}}"
                        + (mode.equals("grown") ? ",{\"name\":\"another\"}" : "") + "]}";
            case String _ -> {
                var text =
                        Json.of("echo: " + message.at("params").at("arguments").text("text", ""));
                yield "{\"content\":[{\"type\":\"text\",\"text\":" + text.write() + "}]}";
            }
        };
        return "{\"jsonrpc\":\"2.0\",\"id\":" + message.at("id").write() + ",\"result\":" + result + "}";
    }
}
