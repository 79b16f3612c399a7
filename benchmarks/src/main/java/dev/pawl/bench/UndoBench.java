package dev.pawl.bench;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.id.CallId;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// What the pictures around a writing call cost in trees of different sizes: the first one of a
/// tree, the pair around each later call, and an undo.
record UndoBench(Path root) implements Trial {
    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);
    private static final int IN_A_FOLDER = 50;
    private static final double TARGET_MS = 250;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("undo", "what checkpoints add to a call that writes")
                .with(
                        Option.value("--calls", "N", "writing calls in each tree; 20 when not given"),
                        Option.value("--most", "N", "files in the largest tree; 100000 when not given"))
                .example("./bench undo --most 10000");
    }

    private record Line(int files, double firstMs, List<Double> calls, double undoMs) {
        double at(double share) {
            var sorted = calls.stream().sorted().toList();
            return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * share)));
        }
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var calls = (int) new Numbers(arguments).of("--calls", 1, 20);
        var most = new Numbers(arguments).of("--most", 1, 100_000);
        var lines = new ArrayList<Line>();
        for (var size : SIZES) if (size <= most) lines.add(line(size, calls));
        write(lines, calls);
        var figures = new Figures("undo").put("calls", calls);
        for (var line : lines) {
            figures.put("files_" + line.files() + "_first_ms", line.firstMs())
                    .put("files_" + line.files() + "_call_p50_ms", line.at(0.5))
                    .put("files_" + line.files() + "_call_p95_ms", line.at(0.95));
            if (line.files() == 10_000 && line.at(0.5) > TARGET_MS) {
                figures.miss("the pictures add at most 250 ms to a call in a tree of 10000 files (p50)");
            }
        }
        return figures;
    }

    private static Line line(int files, int calls) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("pawl-bench-undo");
        try {
            var project = tree(folder.resolve("project"), files);
            var checkpoints = new Checkpoints(
                    folder.resolve("home"),
                    new Checkpoints.Services(
                            System.getenv(),
                            folders -> AccessMap.of(Confinement.project(folders.getFirst())),
                            InstantSource.system(),
                            note -> {
                                throw new IllegalStateException(note);
                            }));
            var turn = checkpoints.of("thread", "turn", project);
            var tool = turn.watched(new Writing(project));
            var first = timed(tool, 0);
            var times = new ArrayList<Double>();
            for (var i = 1; i <= calls; i++) times.add(timed(tool, i));
            var undo = new Undo(checkpoints.workspace(project), InstantSource.system());
            var began = System.nanoTime();
            undo.run(undo.propose(List.of(undo.list().getLast()), Undo.Scope.THEIR_OWN));
            return new Line(files, first, times, (System.nanoTime() - began) / 1e6);
        } finally {
            try (var all = Files.walk(folder)) {
                for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
            }
        }
    }

    private static Path tree(Path project, int files) throws IOException {
        for (var i = 0; i < files; i++) {
            var below = project.resolve("d" + i / (IN_A_FOLDER * 20)).resolve("e" + i / IN_A_FOLDER);
            if (i % IN_A_FOLDER == 0) Files.createDirectories(below);
            Files.writeString(below.resolve("f" + i + ".txt"), "file " + i + "\n");
        }
        return project;
    }

    private static double timed(Tool tool, int number) throws InterruptedException {
        var call =
                new Item.ToolCall(new CallId("c" + number), "write", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
        var began = System.nanoTime();
        tool.run(call, RunMode.FREE, _ -> {});
        return (System.nanoTime() - began) / 1e6;
    }

    private void write(List<Line> lines, int calls) throws IOException {
        var page = new ReportPage("Checkpoints around calls that write", "./bench undo")
                .line("A call that writes one file, " + calls
                        + " times in each tree. *First*: the call that meets a tree"
                        + " nobody has a picture of, which reads every file. *Call*: each later one, with a look at the"
                        + " whole tree before and after it; this is what a turn pays for its undo."
                        + " *Undo*: all of it taken back.")
                .line("")
                .line("| files | first ms | call p50 ms | call p95 ms | undo ms |")
                .line("|---|---|---|---|---|");
        for (var line : lines) {
            page.line(String.format(
                    Locale.ROOT,
                    "| %d | %.0f | %.0f | %.0f | %.0f |",
                    line.files(),
                    line.firstMs(),
                    line.at(0.5),
                    line.at(0.95),
                    line.undoMs()));
        }
        page.line("")
                .line("A look is one `git ls-files` over an index of our own: it stats every file and reads none"
                        + " that looks as before. `pawl.checkpoints = false` turns it off; what `.gitignore` names"
                        + " costs nothing.");
        page.write(root, "undo");
    }

    /// Writes a file of its own at each call.
    private record Writing(Path project) implements Tool {
        @Override
        public ToolSpec spec() {
            return new ToolSpec.Function("write", "writes", "{}");
        }

        @Override
        public Replay replay() {
            return Replay.EFFECT;
        }

        @Override
        public boolean runsBesideOthers() {
            return false;
        }

        @Override
        public Detail preview(Item.ToolCall call) {
            return new Detail.Nothing();
        }

        @Override
        public Intent intent(Item.ToolCall call) {
            return new Intent.Edit(
                    List.of(new Intent.Target("x", Intent.Place.INSIDE)),
                    Deferred.of(new Intent.Sight(List.of(), "x")));
        }

        @Override
        public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
            try {
                Files.writeString(project.resolve("written-" + call.call()), "new\n");
                return Outcome.success("written");
            } catch (IOException full) {
                throw new UncheckedIOException(full);
            }
        }
    }
}
