package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the sandbox adds to a command: from the call to the end of `true`, in each tier and without
/// one, in turns within one run. A command goes through all of it: mounts, rules, the end of the
/// whole tree.
record SandboxBench(Path root) implements Trial {
    private static final double TARGET_MS = 30;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("sandbox", "what the sandbox adds to the start of a command")
                .with(Option.value("--runs", "N", "commands in each tier; 200 when not given"))
                .example("./bench sandbox --runs 500");
    }

    /// One way to start, and the times it took.
    private record Line(String name, Sandbox sandbox, Confinement confinement, List<Long> nanos) {
        double at(double share) {
            var sorted = nanos.stream().sorted().toList();
            return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * share))) / 1e6;
        }
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var runs = (int) new Numbers(arguments).of("--runs", 20, 200);
        var folder = Files.createTempDirectory("pawl-bench-sandbox");
        var project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve(".git"));
        var lines = new ArrayList<Line>();
        lines.add(new Line("no sandbox", new Sandbox(folder.resolve("run")), Confinement.none(), new ArrayList<>()));
        for (var tier : List.of(Tier.BUBBLEWRAP, Tier.LANDLOCK)) {
            var sandbox = Sandbox.of(folder.resolve("run"), tier);
            if (sandbox.probe().tier() == tier)
                lines.add(new Line(
                        "tier " + tier.number() + ", " + sandbox.probe().detail(),
                        sandbox,
                        Confinement.project(project),
                        new ArrayList<>()));
        }
        for (var i = 0; i < 20; i++) for (var line : lines) once(line, project); // warm
        for (var i = 0; i < runs; i++) for (var line : lines) line.nanos().add(once(line, project));
        write(lines, runs);
        return figures(lines, runs);
    }

    private static long once(Line line, Path project) throws IOException, InterruptedException {
        var began = System.nanoTime();
        var child = line.sandbox()
                .start(new Launch(
                        List.of("/bin/true"),
                        project,
                        Map.of("PATH", "/usr/bin:/bin"),
                        line.confinement(),
                        Optional.empty()));
        try (var output = child.output()) {
            output.readAllBytes();
            var code = child.waitFor();
            child.release();
            if (code != 0) throw new IOException(line.name() + " ended with " + code);
        }
        return System.nanoTime() - began;
    }

    private static Figures figures(List<Line> lines, int runs) {
        var bare = lines.getFirst();
        var figures = new Figures("sandbox").put("runs", runs).put("bare_p95_ms", bare.at(0.95));
        for (var line : lines.subList(1, lines.size())) {
            var tier = line.name().substring(0, 6).replace(' ', '_');
            figures.put(tier + "_p50_ms", line.at(0.5)).put(tier + "_p95_ms", line.at(0.95));
            figures.put(tier + "_added_p95_ms", line.at(0.95) - bare.at(0.95));
            if (line.at(0.95) - bare.at(0.95) > TARGET_MS) figures.miss(line.name() + " adds at most 30 ms (p95)");
        }
        if (lines.size() == 1) figures.miss("a sandbox on this machine");
        return figures;
    }

    private void write(List<Line> lines, int runs) throws IOException {
        var bare = lines.getFirst();
        var page = new ReportPage("The start of a sandboxed command", "./bench sandbox")
                .line(runs
                        + " times `true` in each, in turns, from the call until nothing of it is left. Added: p95 over"
                        + " the p95 of a command without a sandbox; the target is 30 ms.")
                .line("")
                .line("| way | p50 ms | p95 ms | p99 ms | added ms (p95) |")
                .line("|---|---|---|---|---|");
        for (var line : lines) {
            page.line(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f | %.1f |",
                    line.name(),
                    line.at(0.5),
                    line.at(0.95),
                    line.at(0.99),
                    line.at(0.95) - bare.at(0.95)));
        }
        page.write(root, "sandbox");
    }
}
