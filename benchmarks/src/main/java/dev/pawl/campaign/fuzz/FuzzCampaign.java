package dev.pawl.campaign.fuzz;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.patch.PatchInMemory;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// `./campaign fuzz`: patches that are almost right, for the parser and the matcher in memory and,
/// one in many, for the tool on a disk; and random edits forth and back.
public record FuzzCampaign() implements Trial {
    private static final long LONGEST_NANOS = 1_000_000_000L;
    private static final int ONE_ON_DISK = 1000;

    /// @param edits random edits, forth and back
    record Bounds(long inputs, long edits, long seed) {}

    /// @param applied inputs that were patches after all
    record Report(long applied, long onDisk, long slowestNanos, List<String> broken) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of(
                        "fuzz", "damaged patches: no crash, no hang, all or nothing; and random edits forth and back")
                .with(
                        Option.value("--inputs", "N", "how many patches (5000000)"),
                        Option.value("--edits", "N", "how many edits (100000)"),
                        Option.value("--seed", "N", "repeats a run (1)"))
                .example("./campaign fuzz --inputs 5000000 --seed 1");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var bounds = new Bounds(
                numbers.of("--inputs", 1, 5_000_000), numbers.of("--edits", 0, 100_000), numbers.of("--seed", 0, 1));
        var folder = Files.createTempDirectory("pawl-fuzz").toRealPath();
        try {
            var report = run(folder, bounds);
            report.broken().forEach(line -> System.out.println("BROKEN " + line));
            var figures = new Figures("fuzz")
                    .put("seed", bounds.seed())
                    .put("inputs", bounds.inputs())
                    .put("applied", report.applied())
                    .put("on_disk", report.onDisk())
                    .put("edits_round_trip", bounds.edits())
                    .put("slowest_ms", report.slowestNanos() / 1e6)
                    .put("broken", report.broken().size());
            if (!report.broken().isEmpty()) figures.miss("no crash, no hang, all or nothing");
            if (report.applied() == 0) figures.miss("some inputs are patches");
            return figures;
        } finally {
            Scratch.delete(folder);
        }
    }

    static Report run(Path folder, Bounds bounds) throws IOException, InterruptedException {
        var random = new Random(bounds.seed());
        var inputs = new PatchInputs(random);
        var broken = new ArrayList<String>();
        var applied = 0L;
        var slowest = 0L;
        var onDisk = 0L;
        for (var i = 0L; i < bounds.inputs() && broken.size() < 20; i++) {
            var files = inputs.files();
            var patch = inputs.patch(files);
            var began = System.nanoTime();
            try {
                if (PatchInMemory.apply(patch, files).isPresent()) applied++;
                PatchInMemory.isPatchCommand(patch);
            } catch (RuntimeException | StackOverflowError crash) {
                broken.add(crash + ": " + patch);
            }
            var took = System.nanoTime() - began;
            slowest = Math.max(slowest, took);
            if (took > LONGEST_NANOS) broken.add("a hang: " + patch);
            if (i % ONE_ON_DISK == 0) {
                onDisk++;
                onDisk(folder.resolve("p" + i), files, patch, broken);
            }
        }
        var edits = new Edits(new Random(bounds.seed()));
        for (var i = 0L; i < bounds.edits() && broken.size() < 20; i++)
            edits.next().ifPresent(broken::add);
        return new Report(applied, onDisk, slowest, broken);
    }

    /// All of it or nothing, and nothing beside it.
    private static void onDisk(Path folder, Map<String, String> files, String patch, List<String> broken)
            throws IOException, InterruptedException {
        var project = Files.createDirectories(folder.resolve("project"));
        for (var file : files.entrySet()) Files.writeString(project.resolve(file.getKey()), file.getValue());
        var shell = new ToolEnvironment.Shell(Path.of("/bin/false"), Map.of());
        var tool = new ApplyPatch(new ToolEnvironment(
                new ThreadId("thread"),
                project,
                Confinement.project(project),
                folder.resolve("home"),
                shell,
                OutputLimits.usual()));
        var call = new Item.ToolCall(
                new CallId("c"),
                "apply_patch",
                Item.ToolCall.Form.FREEFORM,
                patch,
                Replay.IDEMPOTENT,
                new Detail.Nothing());
        var before = seen(project);
        try {
            var done = tool.run(call, RunMode.CONFINED, _ -> {}).answer() == CallOutcome.SUCCESS;
            var after = seen(project);
            if (!done && !after.equals(before)) broken.add("half done: " + patch);
            if (after.keySet().stream().anyMatch(name -> name.contains(".pawl-"))) broken.add("left over: " + patch);
            if (done && PatchInMemory.apply(patch, files).isEmpty()) broken.add("only on disk: " + patch);
        } catch (RuntimeException crash) {
            broken.add("on disk: " + crash + ": " + patch);
        }
        Scratch.delete(folder);
    }

    private static Map<String, String> seen(Path folder) throws IOException {
        var all = new TreeMap<String, String>();
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList()) {
                var text = Files.isRegularFile(path) ? Files.readString(path, StandardCharsets.ISO_8859_1) : "";
                all.put(folder.relativize(path).toString(), text);
            }
        }
        return all;
    }
}
