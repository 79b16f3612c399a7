package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real `pawl serve` on a port of its own.
public final class ServeProcess implements AutoCloseable {
    private final Process process;
    private final Json ready;
    private final HttpClient http = HttpClient.newHttpClient();

    private ServeProcess(Process process, Json ready) {
        this.process = process;
        this.ready = ready;
    }

    static Process launch(Path home, List<String> more) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var words = new ArrayList<>(List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.main.Main",
                "serve",
                "--json",
                "--home",
                home.toString()));
        words.addAll(more);
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static ServeProcess start(Path home, String... more) throws IOException {
        var words = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
        words.addAll(List.of(more));
        return await(launch(home, words));
    }

    /// Waits for the line that says it is ready.
    static ServeProcess await(Process process) throws IOException {
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        var line = out.readLine();
        if (line == null) throw new IOException("the server ended before it was ready");
        return new ServeProcess(process, Json.parse(line));
    }

    String url() {
        return ready.text("url");
    }

    String login() {
        return ready.text("login");
    }

    String token() {
        return ready.text("token");
    }

    int port() {
        return URI.create(url()).getPort();
    }

    Process process() {
        return process;
    }

    /// What a client with the token is told; a failure shows the error.
    public Json call(String method, Json params) throws IOException, InterruptedException {
        var reply = ask(method, params);
        if (!reply.at("error").isNull()) throw new IllegalStateException(reply.write());
        return reply.at("result");
    }

    public Json ask(String method, Json params) throws IOException, InterruptedException {
        var body = Json.object().with("id", 1).with("method", method).with("params", params);
        var request = HttpRequest.newBuilder(URI.create(url() + "api/rpc"))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.write()))
                .build();
        return Json.parse(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url() + path.substring(1)));
        if (headers.length > 0) request.headers(headers);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /// The status of the reply to bytes; 0 when the connection ends without one.
    int status(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(UTF_8));
            socket.getOutputStream().flush();
            var line = new StringBuilder();
            for (var next = socket.getInputStream().read(); next >= 0 && next != '\r'; ) {
                line.append((char) next);
                next = socket.getInputStream().read();
            }
            return line.length() < 12 ? 0 : Integer.parseInt(line.substring(9, 12));
        }
    }

    /// kill -9.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
