package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Where `pawl serve` listens, who of this machine may come in, and what its reference page says.
@Tag("process")
@Timeout(180)
class ServeListenTest {
    private static final char[] PASSWORD = "password".toCharArray();

    @TempDir
    Path folder;

    private record Ended(int code, String text) {}

    private static Ended run(List<String> words, Map<String, String> environment) throws Exception {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), text);
    }

    @Test
    void beyondThisMachineItNeedsEncryptionOrToBeToldOtherwise() throws Exception {
        var refused = ServeProcess.launch(folder, List.of("--listen", "0.0.0.0:0"));
        assertThat(refused.waitFor()).isEqualTo(2);
        try (var open =
                ServeProcess.await(ServeProcess.launch(folder, List.of("--listen", "0.0.0.0:0", "--insecure")))) {
            assertThat(open.port()).isPositive();
            assertThat(open.status("GET / HTTP/1.1\r\nHost: evil.example:" + open.port() + "\r\n\r\n"))
                    .isEqualTo(403);
            assertThat(open.status("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + open.port() + "\r\n\r\n"))
                    .isEqualTo(200);
        }
    }

    @Test
    void withACertificateThePageAndItsCookieAreEncrypted() throws Exception {
        var store = certificate();
        var words = List.of(
                "--listen",
                "127.0.0.1:0",
                "--tls-cert",
                folder.resolve("cert.pem").toString(),
                "--tls-key",
                folder.resolve("key.pem").toString());
        try (var server = ServeProcess.await(ServeProcess.launch(folder, words))) {
            assertThat(server.url()).startsWith("https://");
            var client = trusting(store);
            var page = client.send(
                    HttpRequest.newBuilder(URI.create(server.url())).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            var login = client.send(
                    HttpRequest.newBuilder(URI.create(server.login())).build(), HttpResponse.BodyHandlers.discarding());
            assertThat(login.headers().firstValue("Set-Cookie").orElse(""))
                    .contains("; Secure")
                    .contains("HttpOnly")
                    .contains("SameSite=Strict");
            assertThat(server.status("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n\r\n"))
                    .isNotEqualTo(200);
        }
    }

    /// A certificate of 127.0.0.1 in the two files that the server takes.
    private KeyStore certificate() throws Exception {
        var file = folder.resolve("keys.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        var made = run(
                List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "pawl",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=IP:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        file.toString()),
                Map.of());
        assertThat(made.code()).as(made.text()).isZero();
        var store = KeyStore.getInstance(file.toFile(), PASSWORD);
        write("cert.pem", "CERTIFICATE", store.getCertificate("pawl").getEncoded());
        write("key.pem", "PRIVATE KEY", store.getKey("pawl", PASSWORD).getEncoded());
        return store;
    }

    private void write(String name, String kind, byte[] bytes) throws IOException {
        var text = Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(bytes);
        Files.writeString(
                folder.resolve(name), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static HttpClient trusting(KeyStore store) throws GeneralSecurityException, IOException {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("pawl", store.getCertificate("pawl"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    /// Only root can become another user; for others the kernel's list is tried with their own.
    @Test
    void anotherUserOfThisMachineIsNotLetIn() throws Exception {
        try (var server = ServeProcess.start(folder)) {
            var curl = List.of(
                    "curl",
                    "-s",
                    "-o",
                    "/dev/null",
                    "-w",
                    "%{http_code}",
                    "-H",
                    "Authorization: Bearer " + server.token(),
                    server.url() + "metrics");
            assertThat(run(curl, Map.of()).text()).isEqualTo("200");
            if (!System.getProperty("user.name").equals("root")) return;
            var asAnother = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            asAnother.addAll(curl);
            assertThat(run(asAnother, Map.of()).text()).isEqualTo("000");
        }
    }

    /// The commands of docs/reference/api.md, as they are written there, on a free port.
    @Test
    void theLinesOfTheReferenceWork() throws Exception {
        var page = Files.readString(Path.of("..", "docs", "reference", "api.md"));
        var from = page.indexOf("```sh\n") + 6;
        var lines = page.substring(from, page.indexOf("```", from));
        assertThat(lines).contains("pawl serve --json").contains("/api/rpc").contains("/api/events");
        try (var server = ServeProcess.start(folder)) {
            var script = "pawl() { printf '%s\\n' \"$READY\"; }\n"
                    + lines.replace("127.0.0.1:7717", "127.0.0.1:" + server.port())
                            .replace("ready.json &", "ready.json; wait #")
                            .replace("curl ", "curl -sS --max-time 3 ");
            var ready = "{\"url\":\"" + server.url() + "\",\"token\":\"" + server.token() + "\"}";
            var builder = new ProcessBuilder("sh", "-c", script)
                    .directory(folder.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("READY", ready);
            var shell = builder.start();
            var said = new String(shell.getInputStream().readAllBytes(), UTF_8);
            assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(said).contains("{\"id\":1,\"result\":{\"data\":[]}}").contains("event: snapshot");
        }
    }
}
