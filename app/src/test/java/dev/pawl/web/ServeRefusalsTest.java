package dev.pawl.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every route with every kind of request that must not come in, on real sockets. Nothing of it
/// comes in, and nothing is changed by it.
@Tag("process")
@Timeout(180)
@SuppressWarnings("StringConcatToTextBlock") // its line ends are those of HTTP
class ServeRefusalsTest {
    private static final String UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    private static final String START = "{\"id\":1,\"method\":\"thread/start\",\"params\":{\"cwd\":\"/\"}}";

    @TempDir
    static Path folder;

    private static ServeProcess server;
    private static int requests;

    @BeforeAll
    static void start() throws IOException {
        server = ServeProcess.start(folder);
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        try (var running = server) {
            assertThat(running.call("thread/list", Json.object()).list("data")).isEmpty();
        }
        assertThat(requests).isGreaterThanOrEqualTo(500);
    }

    /// A route as its own client calls it.
    private record Route(String method, String path, String headers, String body) {
        String request(String host, String more) {
            return method + " " + path + " HTTP/1.1\r\n" + (host.isEmpty() ? "" : "Host: " + host + "\r\n") + headers
                    + more + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n" + body;
        }

        Route with(String otherMethod) {
            return new Route(otherMethod, path, headers, body);
        }
    }

    private static final List<Route> GUARDED = List.of(
            new Route("GET", "/app-server", UPGRADE, ""),
            new Route("POST", "/api/rpc", "Content-Type: application/json\r\n", START),
            new Route("GET", "/api/events", "", ""),
            new Route("GET", "/api/events?thread=x", "", ""),
            new Route("GET", "/metrics", "", ""),
            new Route("POST", "/logout", "", ""),
            new Route("GET", "/api/anything", "", ""));

    private static final List<Route> OPEN = List.of(
            new Route("GET", "/", "", ""),
            new Route("GET", "/t/01a1ed2a-783a-716e-8293-884999856305", "", ""),
            new Route("GET", "/main.mjs", "", ""),
            new Route("GET", "/healthz", "", ""),
            new Route("GET", "/readyz", "", ""),
            new Route("GET", "/login?token=x", "", ""));

    private static String right() {
        return "Authorization: Bearer " + server.token() + "\r\n";
    }

    private static String host() {
        return "127.0.0.1:" + server.port();
    }

    private static List<String> falseTokens() {
        var token = server.token();
        var link = server.login().substring(server.login().indexOf("token=") + 6);
        var flipped = (token.charAt(0) == 'A' ? 'B' : 'A') + token.substring(1);
        return List.of(
                "",
                "Authorization: Bearer x\r\n",
                "Authorization: Bearer\r\n",
                "Authorization: Bearer " + flipped + "\r\n",
                "Authorization: Bearer " + token.substring(1) + "\r\n",
                "Authorization: Bearer " + token + "x\r\n",
                "Authorization: Basic " + token + "\r\n",
                "Authorization: " + token + "\r\n",
                "Authorization: Bearer " + link + "\r\n",
                "Cookie: pawl-" + server.port() + "=x\r\n",
                "Cookie: pawl-" + server.port() + "=" + token + "\r\n",
                "Cookie: pawl=" + token + "; token=" + token + "\r\n",
                "X-Token: " + token + "\r\n");
    }

    private static List<String> falseHosts() {
        var port = server.port();
        return List.of(
                "",
                "evil.example",
                "evil.example:" + port,
                "127.0.0.1",
                "127.0.0.1:1",
                "127.0.0.1.evil.example:" + port,
                "localhost.:" + port,
                "0.0.0.0:" + port,
                "[::ffff:127.0.0.1]:" + port,
                "127.1:" + port,
                "2130706433:" + port,
                "user@127.0.0.1:" + port,
                "127.0.0.1:" + port + "\r\nHost: evil.example",
                "evil.example\r\nHost: 127.0.0.1:" + port);
    }

    private static List<String> falseOrigins() {
        var own = "http://" + host();
        return List.of(
                "Origin: http://evil.example\r\n",
                "Origin: null\r\n",
                "Origin:\r\n",
                "Origin: https://" + host() + "\r\n",
                "Origin: http://127.0.0.1:1\r\n",
                "Origin: http://127.0.0.1\r\n",
                "Origin: " + own + "/\r\n",
                "Origin: " + own + ".evil.example\r\n",
                "Origin: http://localhost.evil.example:" + server.port() + "\r\n",
                "Origin: file://\r\n",
                "Origin: " + own + "\r\nOrigin: http://evil.example\r\n");
    }

    private static void refused(String request, String why, Integer... expected) throws IOException {
        requests++;
        assertThat(server.status(request)).as("%s: %s", why, request).isIn((Object[]) expected);
    }

    @Test
    void withoutTheRightTokenNothingIsServed() throws IOException {
        for (var route : GUARDED) {
            for (var token : falseTokens()) refused(route.request(host(), token), "token", 401);
            refused(
                    new Route(
                                    route.method(),
                                    route.path() + (route.path().contains("?") ? "&" : "?") + "token=" + server.token(),
                                    route.headers(),
                                    route.body())
                            .request(host(), ""),
                    "a token in the address",
                    401);
        }
    }

    @Test
    void underAnotherNameNothingIsServed() throws IOException {
        for (var route : GUARDED) {
            for (var name : falseHosts()) refused(route.request(name, right()), "host", 400, 403);
        }
        for (var route : OPEN) {
            for (var name : falseHosts()) refused(route.request(name, ""), "host", 400, 403);
        }
    }

    @Test
    void anotherPageIsServedNothing() throws IOException {
        for (var route : GUARDED) {
            for (var origin : falseOrigins()) refused(route.request(host(), right() + origin), "origin", 400, 403);
        }
        for (var route : OPEN) {
            for (var origin : falseOrigins()) refused(route.request(host(), origin), "origin", 400, 403);
        }
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        for (var route : GUARDED.subList(0, 6)) {
            for (var method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT")) {
                if (method.equals(route.method())) continue;
                refused(route.with(method).request(host(), right()), "method", 400, 405, 501);
            }
        }
        for (var route : OPEN) {
            for (var method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS")) {
                refused(route.with(method).request(host(), ""), "method", 405);
            }
        }
    }

    @Test
    void bodiesThatAreNoRequestAreRefused() throws IOException {
        var bodies = List.of(
                "",
                "{",
                "[]",
                "null",
                "\"text\"",
                "{}",
                "{\"id\":1}",
                "{\"id\":1,\"method\":5}",
                "{\"id\":1,\"result\":{}}",
                "{\"method\":\"ping\"} trailing",
                "{\"a\":1,}",
                "{'method':'x'}",
                "\u0000",
                "[{\"id\":1,\"method\":\"thread/start\"}]",
                "{\"method\":".repeat(3000));
        for (var body : bodies) {
            refused(
                    new Route("POST", "/api/rpc", "Content-Type: application/json\r\n", body)
                            .request(host(), right() + (body.isEmpty() ? "Content-Length: 0\r\n" : "")),
                    "body",
                    400);
        }
        for (var type : List.of(
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "application/jsonp",
                "*/*",
                "")) {
            refused(
                    new Route("POST", "/api/rpc", "Content-Type: " + type + "\r\n", START).request(host(), right()),
                    "type",
                    400,
                    415);
        }
        refused(new Route("POST", "/api/rpc", "", START).request(host(), right()), "no type", 415);
        var json = "Content-Type: application/json\r\n";
        refused(
                "POST /api/rpc HTTP/1.1\r\nHost: " + host() + "\r\n" + right() + json
                        + "Content-Length: 16777217\r\n\r\n",
                "large",
                413);
        refused(
                "POST /api/rpc HTTP/1.1\r\nHost: " + host() + "\r\n" + right() + json
                        + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "chunked",
                501);
    }

    /// A browser sends the cookie with requests of other pages of this machine too.
    @Test
    void theCookieAloneIsNotEnoughForAnotherPage() throws IOException, InterruptedException {
        var link = server.call("pawl/ping", Json.object());
        assertThat(link.number("now")).isPositive();
        var login = server.get(server.login().substring(server.url().length() - 1));
        assertThat(login.statusCode()).isEqualTo(303);
        var cookie = login.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict").contains("Path=/");
        var value = "Cookie: " + cookie.substring(0, cookie.indexOf(';')) + "\r\n";
        var own = "Origin: http://" + host() + "\r\n";
        assertThat(server.status(GUARDED.get(4).request(host(), value))).isEqualTo(200);
        assertThat(server.status(GUARDED.get(0).request(host(), value + own))).isEqualTo(101);
        var sites = new ArrayList<>(List.of("", "Sec-Fetch-Site: same-site\r\n", "Sec-Fetch-Site: cross-site\r\n"));
        for (var site : sites) {
            refused(GUARDED.get(1).request(host(), value + site), "cookie", 403);
            refused(GUARDED.get(0).request(host(), value + site), "cookie", 403);
            refused(GUARDED.get(5).request(host(), value + site), "cookie", 403);
        }
        for (var site : sites.subList(1, 3)) {
            refused(GUARDED.get(2).request(host(), value + site), "cookie", 403);
            refused(GUARDED.get(4).request(host(), value + site), "cookie", 403);
        }
        assertThat(server.get(server.login().substring(server.url().length() - 1))
                        .statusCode())
                .as("a link works once")
                .isEqualTo(403);
        // Signed out, the cookie is worth nothing.
        assertThat(server.status(GUARDED.get(5).request(host(), value + own))).isEqualTo(204);
        refused(GUARDED.get(4).request(host(), value), "signed out", 401);
    }

    @Test
    void filesOutsideThePageAreNotThere() throws IOException {
        for (var path : List.of(
                "/index.htm",
                "/../pom.xml",
                "/%2e%2e/pom.xml",
                "/..%2fpom.xml",
                "/vendor/../../x.mjs",
                "/main.mjs%00.css",
                "//etc/passwd.css",
                "/PageFiles.class",
                "/VENDOR.toml",
                "/types.d.ts")) {
            refused("GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\n\r\n", "file", 400, 403, 404);
        }
    }
}
