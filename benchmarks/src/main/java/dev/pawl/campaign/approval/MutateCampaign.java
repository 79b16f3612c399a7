package dev.pawl.campaign.approval;

import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// `./campaign mutate`: a person says yes to what was shown, one thing changes, and the call must
/// not run on that yes. Every tenth stays as it was and must run.
///
/// Most cases compare what is asked before and after, by the code that compares them in a turn; the
/// rest are whole turns on SQLite whose commands and patches really run.
public record MutateCampaign() implements Trial {
    private static final int ONE_IN = 10;

    /// @param changes those that are judged alone
    /// @param whole turns that are carried through a worker
    record Bounds(long changes, long whole, long seed) {}

    /// @param accepted what ran, or would have, on a yes to something else
    /// @param held what did not run though nothing had changed
    record Report(Tally judged, Tally turns, List<String> accepted, List<String> held) {}

    /// How many changed, how many did not.
    record Tally(long changed, long unchanged) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("mutate", "changes between a person's yes and the run: each must be asked about again")
                .with(
                        Option.value("--changes", "N", "how many (10000)"),
                        Option.value("--whole", "N", "how many of them as whole turns on SQLite (300)"),
                        Option.value("--seed", "N", "repeats a run (1)"))
                .example("./campaign mutate --changes 10000 --seed 1");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var changes = numbers.of("--changes", 1, 10_000);
        var whole = Math.min(changes, numbers.of("--whole", 0, 300));
        var bounds = new Bounds(changes - whole, whole, numbers.of("--seed", 0, 1));
        var folder = Files.createTempDirectory(Path.of("/var/tmp"), "pawl-mutate");
        try {
            var report = run(folder.toRealPath(), bounds);
            report.accepted().forEach(line -> System.out.println("RAN " + line));
            report.held().forEach(line -> System.out.println("HELD " + line));
            var figures = new Figures("mutate")
                    .put("seed", bounds.seed())
                    .put("changes", report.judged().changed() + report.turns().changed())
                    .put("changes_judged", report.judged().changed())
                    .put("changes_in_whole_turns", report.turns().changed())
                    .put("ran_on_an_old_yes", report.accepted().size())
                    .put(
                            "unchanged",
                            report.judged().unchanged() + report.turns().unchanged())
                    .put("unchanged_held", report.held().size());
            if (!report.accepted().isEmpty()) figures.miss("what changed is refused or asked again");
            if (!report.held().isEmpty()) figures.miss("what did not change runs");
            return figures;
        } finally {
            Scratch.delete(folder);
        }
    }

    static Report run(Path folder, Bounds bounds) throws IOException, InterruptedException {
        var random = new Random(bounds.seed());
        var ground = Ground.make(folder);
        var accepted = new ArrayList<String>();
        var held = new ArrayList<String>();
        var judged = judge(bounds.changes(), random, ground, accepted, held);
        var changed = 0;
        var unchanged = 0;
        try (var turns = new WholeTurns(ground)) {
            for (var i = 0; changed < bounds.whole(); i++) {
                ground.mend();
                var before = Held.random(random, ground, "m" + i);
                var change = random.nextInt(ONE_IN) == 0 ? null : pick(before, random);
                var effects = turns.run(before, change, random);
                if (change == null) unchanged++;
                else changed++;
                if (change == null && effects.isEmpty()) held.add("turn: " + before);
                if (change != null && !effects.isEmpty())
                    accepted.add("turn: " + change + " " + before + " " + effects);
            }
        }
        return new Report(judged, new Tally(changed, unchanged), accepted, held);
    }

    private static Tally judge(long changes, Random random, Ground ground, List<String> accepted, List<String> held)
            throws IOException {
        var changed = 0L;
        var unchanged = 0L;
        for (var i = 0L; changed < changes; i++) {
            ground.mend();
            var before = Held.random(random, ground, "m" + i);
            if (!(before.approvalDecision(Ground.THREAD, ground) instanceof ApprovalDecision.Ask shown)) {
                held.add("nobody is asked: " + before);
                return new Tally(changed, unchanged);
            }
            if (random.nextInt(ONE_IN) == 0) {
                unchanged++;
                if (!runsOn(shown, before, ground)) held.add(before.toString());
                continue;
            }
            changed++;
            var change = pick(before, random);
            if (runsOn(shown, change.on(before, random, ground), ground)) accepted.add(change + " " + before);
        }
        return new Tally(changed, unchanged);
    }

    /// As a turn would have it: it begins when nobody need be asked, or about the very same.
    private static boolean runsOn(ApprovalDecision.Ask shown, Held now, Ground ground) {
        return switch (now.approvalDecision(Ground.THREAD, ground)) {
            case ApprovalDecision.Go _ -> true;
            case ApprovalDecision.Ask ask -> ask.seal().equals(shown.seal());
            case ApprovalDecision.Refused _ -> false;
        };
    }

    private static Change pick(Held held, Random random) {
        var fitting =
                Stream.of(Change.values()).filter(change -> change.fits(held)).toList();
        return fitting.get(random.nextInt(fitting.size()));
    }
}
