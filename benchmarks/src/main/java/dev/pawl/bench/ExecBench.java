package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Option;
import dev.pawl.cli.Usage;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// `./bench exec`: `pawl exec` beside the real `codex exec` in one run.
record ExecBench(Path root) implements Trial {
    /// What a row of the lab may be at most, and what we aim at.
    private record Target(String row, double most, double aim) {}

    private static final List<Target> TARGETS = List.of(
            new Target("exec plain wall", 1.0, 0.65),
            new Target("exec plain first event", 1.0, 0.6),
            new Target("exec plain peak RSS", 0.8, 0.45),
            new Target("exec long100_nospawn wall", 0.3, 0.15),
            new Target("exec long100 wall", 0.5, 0.25),
            new Target("exec deltas10k wall", 1.0, 0.6),
            new Target("exec resume of a 100-step thread wall", 1.0, 0.7));

    @Override
    public Usage usage() {
        return Usage.of("exec", "pawl exec beside the real codex exec")
                .with(Option.value("--runs", "N", "runs of each; 7 when not given"))
                .example("./bench exec --runs 15");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var runs = new Numbers(arguments).of("--runs", 1, 7);
        var rows = new LabRatio(root).run("exec", runs);
        var figures = new Figures("exec").put("runs", runs);
        var page = new Page("pawl exec beside codex exec", "./bench exec")
                .line("Medians of " + runs
                        + " runs of each in turns, on the same fake model; a ratio below 1 is less time or"
                        + " less memory.\n")
                .line("| what | pawl | codex | ratio | at most | aim |")
                .line("|---|---|---|---|---|---|");
        for (var row : rows) {
            var target =
                    TARGETS.stream().filter(one -> one.row.equals(row.name())).findFirst();
            page.line(String.format(
                    Locale.ROOT,
                    "| %s | %.0f %s | %.0f %s | %.2f | %s | %s |",
                    row.name(),
                    row.ours(),
                    row.unit(),
                    row.theirs(),
                    row.unit(),
                    row.ratio(),
                    target.map(one -> Double.toString(one.most)).orElse(""),
                    target.map(one -> Double.toString(one.aim)).orElse("")));
            figures.put(row.name(), Math.round(row.ratio() * 100) / 100.0);
        }
        page.write(root, "exec");
        return figures;
    }
}
