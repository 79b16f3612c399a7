package dev.pawl.campaign.simulate;

import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/// Runs many schedules, from one seed on upwards.
public final class Simulate {
    private Simulate() {}

    /// Sums over all schedules.
    public record Figures(long schedules, long turns, long moves, long crashes, long unknown) {
        Figures plus(Simulation.Report report) {
            return new Figures(
                    schedules + 1,
                    turns + report.turns(),
                    moves + report.moves(),
                    crashes + report.crashes(),
                    unknown + report.unknown());
        }

        Figures plus(Figures other) {
            return new Figures(
                    schedules + other.schedules,
                    turns + other.turns,
                    moves + other.moves,
                    crashes + other.crashes,
                    unknown + other.unknown);
        }
    }

    /// A schedule that broke a promise, with the seed that shows it again.
    public static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(long seed, Throwable cause) {
            super(
                    "schedule " + seed + " (show it again with: ./campaign simulate --seed " + seed + " --schedules 1)",
                    cause);
        }
    }

    /// Schedules `seed` to `seed + schedules - 1`, on all cores.
    public static Figures run(long seed, long schedules, LongConsumer progress) throws InterruptedException {
        var cores = Runtime.getRuntime().availableProcessors();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var parts = new ArrayList<Future<Figures>>();
            for (var core = 0; core < cores; core++) {
                var first = core;
                parts.add(threads.submit(() -> part(seed, schedules, first, cores, progress)));
            }
            var sum = new Figures(0, 0, 0, 0, 0);
            for (var part : parts) sum = sum.plus(part.get());
            return sum;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Broken broken) throw broken;
            throw new IllegalStateException(failed.getCause());
        }
    }

    private static Figures part(long seed, long schedules, int first, int every, LongConsumer progress) {
        var sum = new Figures(0, 0, 0, 0, 0);
        for (var i = (long) first; i < schedules; i += every) {
            try {
                sum = sum.plus(new Simulation(seed + i).run());
            } catch (IllegalStateException broken) {
                throw new Broken(seed + i, broken);
            }
            if (first == 0) progress.accept(i);
        }
        return sum;
    }
}
