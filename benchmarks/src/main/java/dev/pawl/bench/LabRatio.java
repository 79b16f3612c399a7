package dev.pawl.bench;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Pawl and the real Codex on the same fake model, run by run in turns: the lab's own measure.
///
/// `PAWL_LAB` names the lab (else `../shared/lab`), `LAB_MODULES` the folder of npm packages with
/// the real Codex in it; without the latter they are installed by name.
final class LabRatio {
    private final Path root;

    LabRatio(Path root) {
        this.root = root;
    }

    /// One figure: medians, and ours divided by theirs.
    record Row(String name, String unit, double ours, double theirs, double ratio) {}

    List<Row> run(String part, long runs) throws IOException, InterruptedException {
        var lab = lab();
        var modules = modules();
        var result = Files.createTempFile("pawl-ratio", ".json");
        var out = Files.createTempDirectory("pawl-lab");
        try {
            run(
                    List.of(
                            "node",
                            lab.resolve("ratio.mjs").toString(),
                            "--bin",
                            root.resolve("pawl").toString(),
                            "--runs",
                            Long.toString(runs),
                            "--part",
                            part,
                            "--json",
                            result.toString()),
                    List.of("LAB_MODULES=" + modules, "LAB_OUT=" + out));
            return rows(Json.parse(Files.readString(result)));
        } finally {
            Files.deleteIfExists(result);
            run(List.of("rm", "-rf", out.toString()), List.of());
        }
    }

    private static List<Row> rows(Json json) {
        var rows = new ArrayList<Row>();
        for (var row : ((Json.Arr) json).elements()) {
            rows.add(new Row(
                    row.text("name"),
                    row.text("unit"),
                    decimal(row, "ours"),
                    decimal(row, "theirs"),
                    decimal(row, "ratio")));
        }
        return rows;
    }

    private static double decimal(Json row, String name) {
        return Double.parseDouble(row.at(name).write());
    }

    private Path lab() throws IOException {
        var lab = Optional.ofNullable(System.getenv("PAWL_LAB"))
                .map(Path::of)
                .orElse(root.resolve("../shared/lab").normalize());
        if (!Files.exists(lab.resolve("ratio.mjs"))) {
            throw new IOException("no lab at " + lab + ": PAWL_LAB names its folder");
        }
        return lab;
    }

    private static Path modules() throws IOException, InterruptedException {
        var given = System.getenv("LAB_MODULES");
        if (given != null && !given.isEmpty()) return Path.of(given);
        var folder = Files.createTempDirectory("pawl-codex");
        System.err.println("installing the real Codex from npm into " + folder);
        run(
                List.of(
                        "npm",
                        "install",
                        "--silent",
                        "--prefix",
                        folder.toString(),
                        "@openai/codex",
                        "@openai/codex-sdk",
                        "ajv",
                        "ajv-formats"),
                List.of());
        return folder.resolve("node_modules");
    }

    private static void run(List<String> words, List<String> environment) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        for (var entry : environment) {
            var at = entry.indexOf('=');
            builder.environment().put(entry.substring(0, at), entry.substring(at + 1));
        }
        var process = builder.redirectOutput(
                        ProcessBuilder.Redirect.to(Path.of("/dev/stderr").toFile()))
                .start();
        var exit = process.waitFor();
        if (exit != 0) throw new IOException(words.getFirst() + " ended with " + exit);
    }
}
