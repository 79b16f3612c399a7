package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
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

/// Pawl against the real Codex, in turns on one fake model: the lab measures, this judges and
/// writes the page. Codex comes from npm; nothing of it is kept here.
record PeerBench(Path root, Subject subject) implements Trial {
    /// What is measured: the bench's name, and the rows that have a target.
    private record Subject(String name, List<Target> targets) {}

    static PeerBench exec(Path root) {
        return new PeerBench(root, new Subject("exec", EXEC));
    }

    static PeerBench appServer(Path root) {
        return new PeerBench(root, new Subject("app-server", APP_SERVER));
    }

    private static final String PEER = "@openai/codex@0.166.0";

    @Override
    public CommandUsage usage() {
        return CommandUsage.of(subject.name, "pawl " + subject.name + " against the real Codex (needs node and npm)")
                .with(
                        Option.value("--threads", "N,N", "of the app-server, at once; 50,200 when not given"),
                        Option.value("--runs", "N", "of each exec; 7 when not given"),
                        Option.value("--peer", "FILE", "a Codex that is installed already"))
                .example("./bench " + subject.name)
                .example("./bench " + subject.name + " --peer /opt/codex/bin/codex");
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

    private static final List<Target> EXEC = List.of(
            new Target("exec plain wall", false, 1.0, 0.65),
            new Target("exec plain first event", false, 1.0, 0.6),
            new Target("exec plain peak RSS", false, 0.8, 0.45),
            new Target("exec steps-100-plan wall", false, 0.3, 0.15),
            new Target("exec steps-100 wall", false, 0.5, 0.25),
            new Target("exec deltas-10k wall", false, 1.0, 0.6),
            new Target("exec resume of a 100-step thread wall", false, 1.0, 0.7));
    private static final List<Target> APP_SERVER = List.of(
            new Target("app-server initialize (fresh home)", false, 1.5, 1.0),
            new Target("app-server idle RSS", false, 1.0, 0.7),
            new Target("app-server plain turn", false, 0.3, 0.1),
            new Target("app-server deltas", true, 3, 8),
            new Target("app-server 50 threads x 4 steps", true, 8, 20),
            new Target("app-server 200 threads x 4 steps", true, 10, 25),
            new Target("app-server RSS after 200 threads", false, 0.6, 0.3));

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var peer = peer(arguments);
        warm();
        var result = Files.createTempFile("pawl-bench", ".json");
        var command = List.of(
                "node",
                root.resolve("lab/bench.mjs").toString(),
                "--ours",
                root.resolve("pawl").toString(),
                "--theirs",
                peer.toString(),
                "--part",
                subject.name,
                "--threads",
                arguments.value("--threads").orElse("50,200"),
                "--runs",
                arguments.value("--runs").orElse("7"),
                "--json",
                result.toString());
        start(command, root);
        var rows = rows(Json.parse(Files.readString(result)));
        Files.delete(result);
        write(rows);
        return figures(rows);
    }

    private Path peer(Arguments arguments) throws IOException, InterruptedException {
        var given = arguments.value("--peer");
        return given.isPresent() ? Path.of(given.get()) : install();
    }

    /// Where `lab/install.sh codex` puts it.
    private Path install() throws IOException, InterruptedException {
        start(List.of("sh", "lab/install.sh", "codex"), root);
        try (var files = Files.walk(root.resolve(".check/lab/packages/node_modules/@openai"))) {
            return files.filter(file -> file.endsWith("bin/codex") && Files.isExecutable(file))
                    .findFirst()
                    .orElseThrow(() -> new IOException("npm installed no Codex"));
        }
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

    private Optional<Target> target(Row row) {
        return subject.targets.stream()
                .filter(target -> target.row().equals(row.name()))
                .findFirst();
    }

    private void write(List<Row> rows) throws IOException {
        var page = new ReportPage("pawl " + subject.name + " and Codex", "./bench " + subject.name)
                .line("`pawl " + subject.name + "` and " + PEER
                        + ", in turns within one run, on the same fake model over a"
                        + " socket. Medians."
                        + " Pawl commits to SQLite with the disk (FULL); Codex does not wait for it.")
                .line("")
                .line("| | Pawl | Codex | ratio | target (wish) |")
                .line("|---|---|---|---|---|");
        for (var row : rows) {
            page.line(String.format(
                    Locale.ROOT,
                    "| %s | %.1f %s | %.1f %s | %.2f | %s |",
                    row.name().replace(subject.name + " ", ""),
                    row.ours(),
                    row.unit(),
                    row.theirs(),
                    row.unit(),
                    row.ratio(),
                    target(row).map(Target::shown).orElse("")));
        }
        page.write(root, subject.name);
    }

    private Figures figures(List<Row> rows) {
        var figures = new Figures(subject.name);
        for (var row : rows) {
            figures.put(row.name().replaceAll("[^A-Za-z0-9]+", "_"), row.ratio());
            target(row)
                    .filter(target -> !target.isMet(row))
                    .ifPresent(target -> figures.miss(row.name() + ": " + row.ratio() + ", not " + target.shown()));
        }
        return figures;
    }
}
