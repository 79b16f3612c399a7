package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A real `pawl app-server` on a port of its own, with a home of its own and a scripted model.
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final int port;
    private final Path tokenFile;

    private ServerProcess(Process process, int port, Path tokenFile) {
        this.process = process;
        this.port = port;
        this.tokenFile = tokenFile;
    }

    /// A home whose model gives these answers in every thread.
    static Path home(Path folder, Json... answers) throws IOException {
        var home = Files.createDirectories(folder.resolve("home"));
        var lines = new ArrayList<String>();
        for (var answer : answers) lines.add(answer.write());
        Files.writeString(home.resolve("script.jsonl"), String.join("\n", lines) + "\n");
        Files.writeString(
                home.resolve("config.toml"),
                "model = \"scripted\"\nmodel_provider = \"demo\"\nsandbox_mode = \"danger-full-access\"\n"
                        + "approval_policy = \"never\"\n[model_providers.demo]\nname = \"Demo\"\n"
                        + "wire_api = \"scripted\"\nbase_url = \"" + home.resolve("script.jsonl") + "\"\n");
        return home;
    }

    static Json says(String text) {
        return Json.object()
                .with(
                        "items",
                        Json.array(List.of(Json.object().with("type", "text").with("text", text))));
    }

    static Json runs(String command) {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", "exec_command")
                .with("call_id", "call_1")
                .with("arguments", Json.object().with("cmd", command).with("login", Json.of(false)));
        return Json.object().with("items", Json.array(List.of(call)));
    }

    static ServerProcess start(Path home) throws IOException {
        return start(home, List.of());
    }

    /// @param more options of the server
    static ServerProcess start(Path home, List<String> more) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var words = new ArrayList<>(List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.main.Main",
                "app-server",
                "--listen",
                "ws://127.0.0.1:0",
                "--home",
                home.toString()));
        words.addAll(more);
        var process = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        var err = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        for (var line = err.readLine(); line != null; line = err.readLine()) {
            if (!line.contains("listening on ")) continue;
            var port = line.contains("ws://")
                    ? Integer.parseInt(line.substring(line.lastIndexOf(':') + 1).strip())
                    : 0;
            // Nobody reads it otherwise, and a full pipe would stop the server.
            Thread.startVirtualThread(() -> err.lines().forEach(System.err::println));
            return new ServerProcess(process, port, home.resolve("app-server").resolve(port + ".token"));
        }
        throw new IOException("the server ended before it listened");
    }

    URI url(String scheme, String path) {
        return URI.create(scheme + "://127.0.0.1:" + port + path);
    }

    int port() {
        return port;
    }

    Path tokenFile() {
        return tokenFile;
    }

    /// What a client must send.
    String token() throws IOException {
        return Files.readString(tokenFile).strip();
    }

    TestClient connect(String... unwanted) throws IOException, InterruptedException {
        return TestClient.connect(url("ws", "/"), token(), unwanted);
    }

    /// A client that does not know what may still change in the protocol.
    TestClient connectPlainly() throws IOException, InterruptedException {
        return TestClient.connect(url("ws", "/"), token(), Json.object());
    }

    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException;
    }

    /// Comes back when something holds that no message tells of.
    void await(Condition condition) throws IOException, InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.holds()) {
            if (System.nanoTime() > end) throw new IOException("it did not come to hold");
            process.waitFor(5, TimeUnit.MILLISECONDS);
        }
    }

    /// kill -9.
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /// How many processes below the server have this in their command line.
    long running(String word) {
        return process.descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(word)
                        || child.info().arguments().map(List::of).orElse(List.of()).stream()
                                .anyMatch(argument -> argument.contains(word)))
                .count();
    }

    @Override
    public void close() {
        kill();
    }
}
