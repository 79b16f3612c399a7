package dev.pawl.provider;

import dev.pawl.json.Json;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The lab's scripted model as a process.
final class Lab implements AutoCloseable {
    private final Path folder;
    private final Process process;
    private final long port;

    private Lab(Path folder, Process process, long port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    static Lab open() throws IOException {
        var folder = Path.of(System.getProperty("pawl.root", "."), "lab");
        var process = new ProcessBuilder(
                        "node", folder.resolve("model/server.mjs").toString())
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
        return "http://127.0.0.1:" + port + "/" + scenario + "/v1";
    }

    /// What the real Codex printed as its last error in this scenario.
    String lastError(String scenario) throws IOException {
        var golden = Json.parse(Files.readString(folder.resolve("golden/" + scenario + ".json")));
        var last = "";
        for (var event : golden.at("events").asList()) {
            if (event.text("type", "").equals("error")) last = event.text("message");
        }
        var opening = last.indexOf(" (");
        var bare = last.startsWith("Reconnecting") ? last.substring(opening + 2, last.length() - 1) : last;
        return bare.replace("<port>", Long.toString(port));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
