package dev.pawl.provider;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// The lab's fake model as a process. Tests that need it are left out where the lab is not.
final class Lab implements AutoCloseable {
    private final Path folder;
    private final Process process;
    private final long port;

    private Lab(Path folder, Process process, long port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    /// From `PAWL_LAB`, else beside the checkout.
    static Lab open() throws IOException {
        var named = System.getenv("PAWL_LAB");
        var folder =
                named == null ? Path.of(System.getProperty("pawl.root", "."), "..", "shared", "lab") : Path.of(named);
        var program = folder.resolve("fakemodel/fakemodel.mjs");
        Assumptions.assumeTrue(Files.exists(program), () -> "no lab at " + folder);
        var process = new ProcessBuilder(
                        "node",
                        program.toString(),
                        "--port",
                        "0",
                        "--dir",
                        folder.resolve("scenarios").toString())
                .redirectError(Redirect.DISCARD)
                .start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new Lab(
                folder, process, Json.parse(String.valueOf(out.readLine())).number("port"));
    }

    ProviderSettings settings(WireApi wire, String scenario) {
        return ProviderSettings.of("lab", wire, baseUrl(scenario), ApiKey.NONE).with(Asking.SHORT);
    }

    String baseUrl(String scenario) {
        return "http://127.0.0.1:" + port + "/s/" + scenario + "/v1";
    }

    /// What the real Codex printed as its last error in this scenario.
    String lastError(String scenario) throws IOException {
        var last = "";
        for (var line : Files.readAllLines(folder.resolve("golden/" + scenario + ".jsonl"))) {
            var json = Json.parse(line);
            if (json.text("type", "").equals("error")) last = json.text("message");
        }
        var opening = last.indexOf(" (");
        var bare = last.startsWith("Reconnecting") ? last.substring(opening + 2, last.length() - 1) : last;
        return bare.replace("<PORT>", Long.toString(port));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
