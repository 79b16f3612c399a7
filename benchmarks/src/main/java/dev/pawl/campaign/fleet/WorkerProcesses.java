package dev.pawl.campaign.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The `pawl worker` processes of a campaign. By one thread.
final class WorkerProcesses implements AutoCloseable {
    private final Path home;
    private final List<String> options;
    private final List<Process> all = new ArrayList<>();

    /// @param options of each worker
    WorkerProcesses(Path home, List<String> options) {
        this.home = home;
        this.options = options;
    }

    /// Starts one; it takes work when [#awaitReady] returns.
    Process start() throws IOException {
        var words = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pawl.main.Main",
                "worker",
                "--json",
                "--home",
                home.toString()));
        words.addAll(options);
        var log = home.resolve("worker-" + all.size() + ".log");
        var process = new ProcessBuilder(words).redirectError(log.toFile()).start();
        all.add(process);
        return process;
    }

    static void awaitReady(Process process) throws IOException {
        var line = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        if (line == null || !line.contains("\"ready\":true")) throw new IOException("a worker did not start: " + line);
    }

    static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        for (var process : all) process.destroyForcibly();
    }

    /// Settings of workers whose model runs one command and is done.
    static void writeSettings(Path home) throws IOException {
        Files.createDirectories(home);
        var script = home.resolve("script.jsonl");
        Files.writeString(script, """
            {"items":[{"type":"function_call","name":"exec_command",\
            "arguments":{"cmd":"echo done >> effect","login":false}}]}
            {"items":[{"type":"text","text":"Done."}]}
            """);
        Files.writeString(home.resolve("config.toml"), """
            model = "scripted"
            model_provider = "script"
            sandbox_mode = "danger-full-access"
            approval_policy = "never"
            [pawl]
            lease_seconds = 5
            checkpoints = false
            [model_providers.script]
            name = "Script"
            wire_api = "scripted"
            base_url = "%s"
            """.formatted(script));
    }
}
