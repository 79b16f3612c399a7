package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Option;
import dev.pawl.cli.Usage;
import dev.pawl.cli.UsageError;
import dev.pawl.json.Json;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `pawl app-server` against the real Codex, in turns on one fake model: the lab measures, this
/// judges and writes the page. Codex comes from npm; nothing of it is kept here.
record AppServerBench(Path root) implements Trial {
    private static final String PEER = "@openai/codex@0.166.0";
    private static final String BINARY =
            "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";

    @Override
    public Usage usage() {
        return Usage.of("app-server", "the app-server against the real Codex (needs node, npm and the lab)")
                .with(
                        Option.value("--threads", "N,N", "threads at once; 50,200 when not given"),
                        Option.value("--peer", "FILE", "a Codex that is installed already"))
                .example("./bench app-server")
                .example("./bench app-server --threads 50 --peer /opt/codex/bin/codex");
    }

    /// One thing measured on both: `ratio` is ours to theirs.
    private record Row(String name, String unit, double ours, double theirs, double ratio) {}

    /// What a row must reach; `atLeast` where more is better.
    private record Target(String row, boolean atLeast, double must, double wish) {
        boolean isMet(Row found) {
            return atLeast ? found.ratio() >= must : found.ratio() <= must;
        }

        String shown() {
            var sign = atLeast ? "≥" : "≤";
            return String.format(Locale.ROOT, "%s %s (%s)", sign, must, wish);
        }
    }

    private static final List<Target> TARGETS = List.of(
            new Target("app-server initialize (fresh home)", false, 1.5, 1.0),
            new Target("app-server idle RSS", false, 1.0, 0.7),
            new Target("app-server plain turn", false, 0.3, 0.1),
            new Target("app-server deltas", true, 3, 8),
            new Target("app-server 50 threads x 4 steps", true, 8, 20),
            new Target("app-server 200 threads x 4 steps", true, 10, 25),
            new Target("app-server RSS after 200 threads", false, 0.6, 0.3));

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var lab = lab();
        var given = arguments.value("--peer");
        var peer = given.isPresent() ? Path.of(given.get()) : install();
        warm();
        var result = Files.createTempFile("pawl-bench", ".json");
        var command = List.of(
                "node",
                lab.resolve("ratio.mjs").toString(),
                "--bin",
                root.resolve("pawl").toString(),
                "--peer",
                peer.toString(),
                "--part",
                "appserver",
                "--threads",
                arguments.value("--threads").orElse("50,200"),
                "--json",
                result.toString());
        start(command, lab);
        var rows = rows(Json.parse(Files.readString(result)));
        Files.delete(result);
        write(rows);
        return figures(rows);
    }

    private Path lab() {
        var named = Optional.ofNullable(System.getenv("PAWL_LAB")).map(Path::of);
        var lab = named.orElse(root.resolve("../shared/lab")).toAbsolutePath().normalize();
        if (Files.exists(lab.resolve("ratio.mjs"))) return lab;
        throw new UsageError("no lab at " + lab + "\n  PAWL_LAB names another place");
    }

    private Path install() throws IOException, InterruptedException {
        var folder = Files.createDirectories(root.resolve(".check/peer"));
        var binary = folder.resolve(BINARY);
        if (Files.exists(binary)) return binary;
        System.err.println("bench: installing " + PEER + " into " + folder);
        start(
                List.of("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder.toString(), PEER),
                folder);
        if (!Files.exists(binary)) throw new IOException("npm installed no " + binary);
        return binary;
    }

    /// Built and trained before any clock runs.
    private void warm() throws IOException, InterruptedException {
        var builder = new ProcessBuilder(root.resolve("pawl").toString(), "--version");
        builder.environment().put("PAWL_AOT", "now");
        if (builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start()
                        .waitFor()
                != 0) throw new IOException("./pawl does not start");
    }

    private static void start(List<String> command, Path folder) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        var process = builder.start();
        process.getOutputStream().close();
        try (var lines = process.inputReader()) {
            lines.lines().forEach(System.err::println);
        }
        var exit = process.waitFor();
        if (exit != 0) throw new IOException(command.getFirst() + " ended with " + exit);
    }

    private static List<Row> rows(Json measured) {
        var rows = new ArrayList<Row>();
        for (var row : measured.asList()) {
            rows.add(new Row(
                    row.text("name"),
                    row.text("unit"),
                    row.at("ours").asDouble(),
                    row.at("theirs").asDouble(),
                    row.at("ratio").asDouble()));
        }
        return rows;
    }

    private static Optional<Target> target(Row row) {
        return TARGETS.stream()
                .filter(target -> target.row().equals(row.name()))
                .findFirst();
    }

    private void write(List<Row> rows) throws IOException {
        var page = new Page("App-server", "./bench app-server")
                .line("`pawl app-server` and Codex 0.166.0, in turns within one run, on the same fake model over a"
                        + " socket. Medians."
                        + " Pawl commits to SQLite with the disk (FULL); Codex does not wait for it.")
                .line("")
                .line("| | Pawl | Codex | ratio | target (wish) |")
                .line("|---|---|---|---|---|");
        for (var row : rows) {
            page.line(String.format(
                    Locale.ROOT,
                    "| %s | %.1f %s | %.1f %s | %.2f | %s |",
                    row.name().replace("app-server ", ""),
                    row.ours(),
                    row.unit(),
                    row.theirs(),
                    row.unit(),
                    row.ratio(),
                    target(row).map(Target::shown).orElse("")));
        }
        page.write(root, "app-server");
    }

    private static Figures figures(List<Row> rows) {
        var figures = new Figures("app-server");
        for (var row : rows) {
            figures.put(row.name().replaceAll("[^A-Za-z0-9]+", "_"), row.ratio());
            target(row)
                    .filter(target -> !target.isMet(row))
                    .ifPresent(target -> figures.miss(row.name() + ": " + row.ratio() + ", not " + target.shown()));
        }
        return figures;
    }
}
