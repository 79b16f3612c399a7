package dev.pawl.campaign.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// A real `pawl serve` with a home of its own, and what a program asks of it.
final class LoadServer implements AutoCloseable {
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");
    private static final double MB = 1024.0 * 1024;

    private final Process process;
    private final Json ready;
    private final HttpClient http = HttpClient.newHttpClient();

    private LoadServer(Process process, Json ready) {
        this.process = process;
        this.ready = ready;
    }

    /// The program as a user starts it when this is a checkout's, else from this process's classes.
    static LoadServer start(Path folder, String model) throws IOException {
        var home = Files.createDirectories(folder.resolve("home"));
        Files.writeString(home.resolve("config.toml"), """
                model = "m"
                model_provider = "own"
                approval_policy = "never"
                [model_providers.own]
                name = "own"
                wire_api = "responses"
                base_url = "%s"
                """.formatted(model));
        var words = new ArrayList<String>();
        var root = System.getProperty("pawl.root");
        if (root != null) words.add(Path.of(root, "pawl").toString());
        else
            words.addAll(List.of(
                    java("java"),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.pawl.main.Main"));
        words.addAll(List.of("serve", "--json", "--home", home.toString(), "--listen", "127.0.0.1:0"));
        var process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var line = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        if (line == null) throw new IOException("the server ended before it was ready");
        return new LoadServer(process, Json.parse(line));
    }

    private static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(ready.text("url") + path))
                .header("Authorization", "Bearer " + ready.text("token"));
    }

    Json call(String method, Json params) throws IOException, InterruptedException {
        var body = Json.object().with("id", 1).with("method", method).with("params", params);
        var request = request("api/rpc")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.write()))
                .build();
        var reply = Json.parse(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        if (!reply.at("error").isNull())
            throw new IOException(method + ": " + reply.at("error").write());
        return reply.at("result");
    }

    /// The events of a thread after this one.
    InputStream events(String thread, long after) throws IOException, InterruptedException {
        var request = request("api/events?thread=" + thread)
                .header("Last-Event-ID", String.valueOf(after))
                .build();
        var reply = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (reply.statusCode() != 200) throw new IOException("/api/events: " + reply.statusCode());
        return reply.body();
    }

    private long pid() {
        return ready.number("pid");
    }

    /// Live objects after a full collection.
    double heapMb() throws IOException, InterruptedException {
        var jcmd = new ProcessBuilder(java("jcmd"), String.valueOf(pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        var said = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
        jcmd.waitFor();
        var total = TOTAL.matcher(said);
        if (!total.find())
            throw new IOException("jcmd: " + said.lines().findFirst().orElse("nothing"));
        return Long.parseLong(total.group(1)) / MB;
    }

    /// The most memory that the process has had.
    double rssMb() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/" + pid() + "/status"))) {
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
        return 0;
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
