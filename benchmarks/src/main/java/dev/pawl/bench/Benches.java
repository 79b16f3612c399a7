package dev.pawl.bench;

import dev.pawl.bench.kernel.KernelBench;
import dev.pawl.trial.Trial;
import dev.pawl.trial.TrialCommand;
import java.nio.file.Path;
import java.util.List;

/// `./bench NAME [options]`: runs a benchmark and rewrites its page. Its last line is one JSON
/// object.
public final class Benches {
    private Benches() {}

    public static void main(String[] args) {
        var root =
                Path.of(System.getProperty("pawl.root", ".")).toAbsolutePath().normalize();
        System.exit(TrialCommand.dispatch("./bench", "Benchmarks; each rewrites its page.", all(root), List.of(args)));
    }

    /// Every benchmark; a new one is one more line.
    private static List<Trial> all(Path root) {
        return List.of(
                new KernelBench(root),
                new SandboxBench(root),
                new StartupBench(root),
                PeerBench.exec(root),
                PeerBench.appServer(root),
                new ThreadsBench(root),
                new UndoBench(root));
    }
}
