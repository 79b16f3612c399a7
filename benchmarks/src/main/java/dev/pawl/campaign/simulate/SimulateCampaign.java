package dev.pawl.campaign.simulate;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.Trial;
import java.io.IOException;

/// `./campaign simulate`: seeded schedules of workers and ledger in a world where everything fails.
public record SimulateCampaign() implements Trial {
    private static final long TELL_EVERY = 10_000;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("simulate", "seeded schedules of workers and ledger under crashes and faults")
                .with(
                        Option.value("--seed", "S", "of the first schedule; 1 when not given"),
                        Option.value("--schedules", "N", "how many; 20000 when not given"))
                .example("./campaign simulate --schedules 1000000");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var seed = numbers.of("--seed", 0, 1);
        var schedules = numbers.of("--schedules", 1, 20_000);
        var begun = System.nanoTime();
        try {
            var figures = Simulate.run(seed, schedules, done -> {
                if (done > 0 && done % TELL_EVERY == 0) System.err.println(done + " schedules");
            });
            return new Figures("simulate")
                    .put("seed", seed)
                    .put("schedules", figures.schedules())
                    .put("turns", figures.turns())
                    .put("moves", figures.moves())
                    .put("crashes", figures.crashes())
                    .put("unknown", figures.unknown())
                    .put("seconds", (System.nanoTime() - begun) / 1e9);
        } catch (Simulate.Broken broken) {
            throw new IOException(broken.getMessage() + ": " + broken.getCause(), broken);
        }
    }
}
