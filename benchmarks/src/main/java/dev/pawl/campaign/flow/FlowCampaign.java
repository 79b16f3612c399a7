package dev.pawl.campaign.flow;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import dev.pawl.workflow.WorkflowState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// `./campaign flow`: workflows that are asked for anything at any time, by processes that die
/// between any two writes of the journal and the files.
public record FlowCampaign() implements Trial {
    record Bounds(int walks, int steps, long seed) {}

    /// @param ended workflows that came to their end
    record Report(long runs, long crashes, long ended, Set<WorkflowState> visited, List<String> broken) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("flow", "random walks of workflows with crashes between any two writes")
                .with(
                        Option.value("--walks", "N", "how many (200)"),
                        Option.value("--steps", "N", "runs in each (100)"),
                        Option.value("--seed", "N", "which walks (1)"))
                .example("./campaign flow --walks 200 --seed 7");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var bounds = new Bounds(
                (int) numbers.of("--walks", 1, 200), (int) numbers.of("--steps", 1, 100), numbers.of("--seed", 0, 1));
        var folder = Files.createTempDirectory("pawl-flow-walk").toRealPath();
        var report = run(folder, bounds);
        Scratch.delete(folder);
        report.broken().forEach(line -> System.out.println("BROKEN " + line));
        var figures = new Figures("flow")
                .put("seed", bounds.seed())
                .put("walks", bounds.walks())
                .put("runs", report.runs())
                .put("crashes", report.crashes())
                .put("workflows_ended", report.ended())
                .put("states_visited", report.visited().size())
                .put("broken", report.broken().size());
        if (!report.broken().isEmpty()) figures.miss("the invariants hold");
        if (report.ended() == 0 || report.crashes() == 0) figures.miss("workflows end, and processes die");
        return figures;
    }

    static Report run(Path folder, Bounds bounds) throws IOException, InterruptedException {
        var broken = new ArrayList<String>();
        var visited = EnumSet.noneOf(WorkflowState.class);
        long runs = 0;
        long crashes = 0;
        long ended = 0;
        for (int walk = 0; walk < bounds.walks(); walk++) {
            var seed = bounds.seed() * 100_000 + walk;
            var root = Files.createDirectories(folder.resolve("walk-" + walk));
            var result = new FlowWalk(root, seed).walk(bounds.steps());
            runs += result.runs();
            crashes += result.crashes();
            ended += result.ended();
            visited.addAll(result.visited());
            result.broken().forEach(line -> broken.add("seed " + seed + ", " + line));
            Scratch.delete(root);
        }
        return new Report(runs, crashes, ended, visited, broken);
    }
}
