package dev.pawl.campaign.racer;

import dev.pawl.agent.Tool;
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
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/// `./campaign racer`: patches of the tool itself, inside the workspace and without bounds, while
/// other processes swap folders and files on their way for links that lead outside.
public record RacerCampaign() implements Trial {
    static final List<String> SWAPPED = List.of("a", "a/b", "a/b/c", "a/file", "a/b/file", "a/b/c/file", "file");
    private static final List<String> FOLDERS = List.of("", "a/", "a/b/", "a/b/c/");

    record Bounds(long patches, int racers, long seed) {}

    /// @param applied patches that found their way
    /// @param refused those that met a link, or a file that was away
    /// @param outside what lies outside now and did not before
    record Report(long applied, long refused, long swaps, List<String> outside) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("racer", "patches while links to the outside are swapped in on their way")
                .with(
                        Option.value("--patches", "N", "how many (10000)"),
                        Option.value("--racers", "N", "processes that swap (2)"),
                        Option.value("--seed", "N", "which patches (1)"))
                .example("./campaign racer --patches 10000");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var bounds = new Bounds(
                numbers.of("--patches", 1, 10_000), (int) numbers.of("--racers", 1, 2), numbers.of("--seed", 0, 1));
        var folder = Files.createTempDirectory("pawl-racer").toRealPath();
        var report = run(folder, bounds);
        Scratch.delete(folder);
        report.outside().forEach(line -> System.out.println("OUTSIDE " + line));
        var figures = new Figures("racer")
                .put("seed", bounds.seed())
                .put("patches", report.applied() + report.refused())
                .put("applied", report.applied())
                .put("refused", report.refused())
                .put("swaps", report.swaps())
                .put("outside_writes", report.outside().size());
        if (!report.outside().isEmpty()) figures.miss("nothing is written outside");
        if (report.applied() == 0 || report.refused() == 0) figures.miss("both ways are taken");
        return figures;
    }

    static Report run(Path folder, Bounds bounds) throws IOException, InterruptedException {
        var project = folder.resolve("project");
        var outside = folder.resolve("outside");
        for (var root : List.of(project, outside)) {
            for (var i = 0; i < bounds.racers(); i++) {
                Files.createDirectories(root.resolve(tree(i) + "a/b/c"));
                for (var place : FOLDERS) Files.writeString(root.resolve(tree(i) + place + "file"), "one\n");
            }
        }
        var before = seen(outside);
        var racers = new ArrayList<Process>();
        var random = new Random(bounds.seed());
        var swaps = 0L;
        var applied = 0L;
        try {
            for (var i = 0; i < bounds.racers(); i++) {
                racers.add(racer(project.resolve(tree(i)), outside.resolve(tree(i)), bounds.seed() + i));
            }
            var tool = tool(folder, project);
            for (var i = 0L; i < bounds.patches(); i++) {
                var runMode = random.nextInt(4) == 0 ? RunMode.FREE : RunMode.CONFINED;
                var place = tree(random.nextInt(bounds.racers())) + FOLDERS.get(random.nextInt(FOLDERS.size()));
                if (applies(tool, patch(random, place, i), i, runMode)) applied++;
            }
        } finally {
            for (var racer : racers) swaps += stop(racer);
        }
        var after = seen(outside);
        var different = new ArrayList<String>();
        after.forEach((path, text) -> {
            if (!text.equals(before.get(path))) different.add(path + ": " + text);
        });
        before.keySet().stream()
                .filter(path -> !after.containsKey(path))
                .forEach(path -> different.add(path + ": gone"));
        return new Report(applied, bounds.patches() - applied, swaps, different);
    }

    private static Tool tool(Path folder, Path project) {
        var shell = new ToolEnvironment.Shell(Path.of("/bin/false"), Map.of());
        return new ApplyPatch(new ToolEnvironment(
                new ThreadId("thread"),
                project,
                Confinement.project(project),
                folder.resolve("home"),
                shell,
                OutputLimits.usual()));
    }

    private static boolean applies(Tool tool, String patch, long number, RunMode runMode) throws InterruptedException {
        var call = new Item.ToolCall(
                new CallId("c" + number),
                "apply_patch",
                Item.ToolCall.Form.FREEFORM,
                "*** Begin Patch\n" + patch + "*** End Patch\n",
                Replay.IDEMPOTENT,
                new Detail.Nothing());
        return tool.run(call, runMode, _ -> {}) instanceof Tool.Outcome.Done done
                && done.answer() == CallOutcome.SUCCESS;
    }

    private static String tree(int racer) {
        return "tree" + racer + "/";
    }

    private static String patch(Random random, String place, long number) {
        return switch (random.nextInt(6)) {
            case 0 -> "*** Add File: " + place + "new" + number % 50 + "\n+inside\n";
            case 1 -> "*** Add File: " + place + "deep" + number % 20 + "/er/new\n+inside\n";
            case 2 -> "*** Update File: " + place + "file\n@@\n-one\n+one\n+inside\n";
            case 3 -> "*** Update File: " + place + "file\n*** Move to: " + place + "moved\n@@\n one\n+inside\n";
            case 4 -> "*** Add File: " + place + "file\n+one\n";
            default -> "*** Delete File: " + place + "file\n";
        };
    }

    private static Process racer(Path project, Path outside, long seed) throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Racer.class.getName(),
                        project.toString(),
                        outside.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) throw new IOException("the racer did not start");
        return process;
    }

    private static long stop(Process racer) throws IOException, InterruptedException {
        racer.getOutputStream().write('\n');
        racer.getOutputStream().close();
        try (var said = new BufferedReader(new InputStreamReader(racer.getInputStream(), StandardCharsets.UTF_8))) {
            var last = "0";
            for (var line = said.readLine(); line != null; line = said.readLine()) last = line;
            racer.waitFor();
            return Long.parseLong(last);
        } catch (NumberFormatException broken) {
            throw new IOException("the racer broke off", broken);
        }
    }

    private static Map<String, String> seen(Path folder) throws IOException {
        var all = new TreeMap<String, String>();
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList()) {
                var text = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.readString(path) : "folder";
                all.put(folder.relativize(path).toString(), text);
            }
        }
        return all;
    }
}
