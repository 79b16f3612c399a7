package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.cli.UsageError;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How long `pawl --version` takes, against a JVM that does nothing, in turns within one run: the
/// ratio survives a busy machine, the milliseconds do not.
record StartupBench(Path root) implements Trial {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("startup", "start-up of short commands against a JVM that does nothing")
                .with(Option.value("--runs", "N", "starts of each command; 20 when not given"))
                .example("./bench startup --runs 50");
    }

    /// One command and the times it took.
    private static final class Line {
        private final String name;
        private final List<String> words;
        private final Map<String, String> variables;
        private final long[] wallNanos;
        private long cpuMs;

        Line(String name, int runs, Map<String, String> variables, String... words) {
            this.name = name;
            this.words = List.of(words);
            this.variables = variables;
            this.wallNanos = new long[runs];
        }

        double medianMs() {
            var sorted = wallNanos.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2] / 1e6;
        }

        double minMs() {
            return Arrays.stream(wallNanos).min().orElse(0) / 1e6;
        }

        double meanCpuMs() {
            return (double) cpuMs / wallNanos.length;
        }
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        int runs = runs(arguments);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var pawl = root.resolve("pawl").toString();
        var trained = Map.of("PAWL_AOT", "now");
        var baseline = new Line(
                "java -version (Serial, C1)",
                runs,
                Map.of(),
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-version");
        var version = new Line("pawl --version", runs, trained, pawl, "--version");
        var untrained = new Line("pawl --version, no cache", runs, Map.of("PAWL_AOT", "off"), pawl, "--version");
        var settings = new Line("pawl config show", runs, trained, pawl, "config", "show");
        var lines = List.of(baseline, version, untrained, settings);
        for (var line : lines) start(line); // builds, trains, warms the page cache
        for (int i = 0; i < runs; i++) for (var line : lines) measure(line, i);
        write(lines, baseline, runs);
        return new Figures("startup")
                .put("runs", runs)
                .put("java_ms", baseline.medianMs())
                .put("pawl_ms", version.medianMs())
                .put("pawl_no_cache_ms", untrained.medianMs())
                .put("wall_ratio", version.medianMs() / baseline.medianMs())
                .put("cpu_ratio", version.meanCpuMs() / baseline.meanCpuMs());
    }

    private static int runs(Arguments arguments) {
        var runs = arguments.value("--runs").orElse("20");
        try {
            int number = Integer.parseInt(runs);
            if (number > 0 && number <= 10_000) return number;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("--runs must be a number from 1 to 10000, not " + runs);
    }

    private static void measure(Line line, int at) throws IOException, InterruptedException {
        long cpuBefore = childrenCpuMs();
        long before = System.nanoTime();
        start(line);
        line.wallNanos[at] = System.nanoTime() - before;
        line.cpuMs += childrenCpuMs() - cpuBefore;
    }

    private static void start(Line line) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(line.words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(line.variables);
        int exit = builder.start().waitFor();
        if (exit != 0) throw new IOException(line.name + " ended with " + exit);
    }

    /// CPU time of the processes we started and that have ended; 0 where there is no /proc.
    private static long childrenCpuMs() throws IOException {
        var stat = Path.of("/proc/self/stat");
        if (!Files.exists(stat)) return 0;
        var text = Files.readString(stat);
        // Fields after the name in parentheses: the 14th and 15th are user and system time of
        // children, in ticks.
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10;
    }

    private void write(List<Line> lines, Line baseline, int runs) throws IOException {
        var page = new ReportPage("Start-up", "./bench startup")
                .line(runs + " starts of each, in turns. The ratio is to a JVM that does nothing, by CPU time.")
                .line("")
                .line("| command | median ms | min ms | CPU ms (mean) | ratio |")
                .line("|---|---|---|---|---|");
        for (var line : lines) {
            page.line(String.format(
                    Locale.ROOT,
                    "| `%s` | %.0f | %.0f | %.0f | %.2f |",
                    line.name,
                    line.medianMs(),
                    line.minMs(),
                    line.meanCpuMs(),
                    line.meanCpuMs() / baseline.meanCpuMs()));
        }
        page.write(root, "startup");
    }
}
