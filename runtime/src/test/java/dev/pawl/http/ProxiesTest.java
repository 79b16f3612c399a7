package dev.pawl.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// Variables as in a shell, and where a request then goes.
    @ParameterizedTest
    @CsvSource({
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128, proxy:3128",
        "https://api.example.com, https_proxy=proxy:3128 HTTPS_PROXY=http://other:1, proxy:3128",
        "https://api.example.com, ALL_PROXY=http://proxy, proxy:80",
        "https://api.example.com, ALL_PROXY=socks5://proxy:1080, direct",
        "https://api.example.com, HTTP_PROXY=http://proxy:3128, direct",
        "http://api.example.com, HTTP_PROXY=http://proxy:3128, proxy:3128",
        "http://api.example.com, HTTPS_PROXY=http://proxy:3128, direct",
        "https://api.example.com, HTTPS_PROXY=, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 NO_PROXY=*, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 NO_PROXY=a.org;example.com, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 no_proxy=.EXAMPLE.com, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 NO_PROXY=*.example.com, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 NO_PROXY=ample.com, proxy:3128",
        "https://api.example.com:8443, HTTPS_PROXY=http://proxy:3128 NO_PROXY=example.com:8443, direct",
        "https://api.example.com, HTTPS_PROXY=http://proxy:3128 NO_PROXY=example.com:8443, proxy:3128",
        "http://10.1.2.3:80, HTTP_PROXY=http://proxy:3128 NO_PROXY=10.0.0.0/8, direct",
        "http://11.1.2.3:80, HTTP_PROXY=http://proxy:3128 NO_PROXY=10.0.0.0/8, proxy:3128",
        "http://[fd00::1]:80, HTTP_PROXY=http://proxy:3128 NO_PROXY=fd00::/8, direct",
        "http://localhost:11434, HTTP_PROXY=http://proxy:3128, direct",
        "http://127.0.0.1:11434, ALL_PROXY=http://proxy:3128, direct",
        "http://[::1]:11434, ALL_PROXY=http://proxy:3128, direct",
    })
    void theVariablesSayWhichWay(String url, String variables, String way) throws IOException {
        var proxy = new Proxies(parsed(variables)).to(Origin.of(URI.create(url)));
        assertThat(proxy.map(it -> it.host() + ":" + it.port()).orElse("direct"))
                .isEqualTo(way);
    }

    private static Map<String, String> parsed(String variables) {
        var map = new HashMap<String, String>();
        for (var each : variables.split(" ", -1)) {
            map.put(
                    each.substring(0, each.indexOf('=')),
                    each.substring(each.indexOf('=') + 1).replace(';', ','));
        }
        return map;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"socks5://u:geheim@proxy:1", "https://u:geheim@proxy", "http://u:geheim@my_proxy:1", "http://"})
    void aProxyThatCannotBeUsedIsNamedWithoutItsPassword(String value) {
        assertThatThrownBy(() -> new Proxies(Map.of("HTTPS_PROXY", value)).to(Origin.of(URI.create("https://x.org"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTPS_PROXY")
                .hasMessageNotContaining("geheim");
    }

    /// A proxy that takes one connection: notes the lines of its first request, and answers.
    private static List<String> serve(ServerSocket server, String answer, CopyOnWriteArrayList<Integer> after) {
        var heard = new CopyOnWriteArrayList<String>();
        Thread.ofVirtual().start(() -> {
            try (var socket = server.accept()) {
                var in = socket.getInputStream();
                var reader = new BufferedReader(new InputStreamReader(in, US_ASCII), 1);
                for (var line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                    heard.add(line);
                }
                socket.getOutputStream().write(answer.getBytes(US_ASCII));
                after.add(reader.read());
            } catch (IOException gone) {
                // The client left.
            }
        });
        return heard;
    }

    private static HttpLink through(ServerSocket server) {
        var url = "http://ada:love%20lace@127.0.0.1:" + server.getLocalPort();
        return new HttpLink(new Proxies(Map.of("ALL_PROXY", url)));
    }

    private static Request request(String url) {
        return new Request(URI.create(url), Map.of(), "");
    }

    @Test
    void aPlainRequestIsHandedToTheProxyWhole() throws IOException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var link = through(server)) {
            var heard = serve(server, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", new CopyOnWriteArrayList<>());
            var reply = link.send(request("http://models.example:8080/v1?a=b"), PATIENCE);
            assertThat(reply.text(10)).isEqualTo("ok");
            assertThat(heard)
                    .startsWith("POST http://models.example:8080/v1?a=b HTTP/1.1")
                    .contains("proxy-authorization: Basic YWRhOmxvdmUgbGFjZQ==", "host: models.example:8080");
        }
    }

    @Test
    void aSecureOneGoesThroughATunnel() throws IOException {
        var after = new CopyOnWriteArrayList<Integer>();
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var link = through(server)) {
            var heard = serve(server, "HTTP/1.1 200 Connection established\r\n\r\n", after);
            assertThatThrownBy(() -> link.send(request("https://models.example/v1"), PATIENCE))
                    .as("nobody speaks TLS at its other end")
                    .isInstanceOf(IOException.class);
            assertThat(heard)
                    .startsWith("CONNECT models.example:443 HTTP/1.1", "host: models.example:443")
                    .contains("proxy-authorization: Basic YWRhOmxvdmUgbGFjZQ==");
            assertThat(after).as("a handshake").containsExactly(22);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "407 Proxy Authentication Required, wants a user and a password",
        "403 Forbidden, did not lead on to models.example:443: 403 Forbidden"
    })
    void aProxyThatRefusesSaysWhy(String status, String why) throws IOException {
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var link = through(server)) {
            serve(server, "HTTP/1.1 " + status + "\r\n\r\n", new CopyOnWriteArrayList<>());
            assertThatThrownBy(() -> link.send(request("https://models.example/v1"), PATIENCE))
                    .hasMessageContaining(why)
                    .hasMessageContaining("the proxy 127.0.0.1");
        }
    }
}
