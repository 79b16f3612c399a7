package dev.pawl.campaign.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A worker that is stopped (SIGSTOP) in the middle of a patch, or between the card of a call and
/// its command, loses its turn to another process, and goes on (SIGCONT) when that one is done.
/// Real `pawl exec` processes on one store; what they did is counted on the disk.
///
/// The patch writes every file; the successor's model rewrites them all. The command leaves one
/// line.
final class StoppedRounds {
    private static final String MAIN = "dev.pawl.main.Main";
    private static final int FILES = 400;
    private static final long PATIENCE_SECONDS = 40;
    private static final String LEASE = "2";
    private static final int WAITS = -1;
    private static final String STORE = "the store does not answer";
    private static final String BEGUN = "\"item.started\"";

    private final Path folder;
    private final Random dice;

    /// What the rounds came to.
    ///
    /// @param inside    rounds in which the worker was stopped while it did its work
    /// @param takenOver rounds that another process brought to their end
    /// @param changed   files that the first worker changed after the take-over
    /// @param late      commands that it began after the take-over
    /// @param twice     commands that ran twice
    record Count(int rounds, int inside, int takenOver, int changed, int late, int twice, List<String> broken) {
        static final Count NONE = new Count(0, 0, 0, 0, 0, 0, List.of());

        Count plus(Count other) {
            var all = new ArrayList<>(broken);
            all.addAll(other.broken);
            return new Count(
                    rounds + other.rounds,
                    inside + other.inside,
                    takenOver + other.takenOver,
                    changed + other.changed,
                    late + other.late,
                    twice + other.twice,
                    List.copyOf(all));
        }
    }

    StoppedRounds(Path folder, long seed) {
        this.folder = folder;
        this.dice = new Random(seed);
    }

    Count patches(int rounds) throws IOException, InterruptedException {
        var count = Count.NONE;
        for (var i = 0; i < rounds; i++) count = count.plus(patch(folder.resolve("patch-" + i), mode(i)));
        return count;
    }

    Count commands(int rounds) throws IOException, InterruptedException {
        var count = Count.NONE;
        for (var i = 0; i < rounds; i++) count = count.plus(command(folder.resolve("command-" + i), mode(i)));
        return count;
    }

    private static String mode(int round) {
        return round % 2 == 0 ? "workspace-write" : "danger-full-access";
    }

    private Count patch(Path place, String mode) throws IOException, InterruptedException {
        var work = Files.createDirectories(place.resolve("work"));
        var patch = new StringBuilder("*** Begin Patch\n");
        for (var i = 0; i < FILES; i++) {
            Files.writeString(work.resolve(name(i)), "before\n");
            patch.append("*** Update File: ").append(name(i)).append("\n@@\n-before\n+after\n");
        }
        var rewrite = Json.object()
                .with("cmd", "for f in f*; do echo theirs > $f; done")
                .with("login", Json.of(false));
        script(
                place,
                "{\"items\":[{\"type\":\"custom_tool_call\",\"name\":\"apply_patch\",\"call_id\":\"c1\",\"input\":"
                        + Json.of(patch + "*** End Patch\n").write() + "}]}",
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"c2\",\"arguments\":"
                        + rewrite.write() + "}]}");
        var first = begin(place, mode, "exec", "patch");
        try {
            var thread = first.thread();
            await(() -> count(work, "after") > 0 || !first.process.isAlive(), "the patch begins");
            LockSupport.parkNanos(dice.nextLong(60_000_000));
            signal(first.process, "STOP");
            var done = count(work, "after");
            var successor = begin(place, mode, "exec", "resume", thread);
            var code = successor.end();
            if (code == WAITS && successor.said(STORE))
                return locked(first, successor, () -> begin(place, mode, "exec", "resume", thread), work);
            var theirs = count(work, "theirs");
            signal(first.process, "CONT");
            first.end();
            var left = count(work, "theirs");
            var broken = new ArrayList<String>();
            if (code != 0) broken.add(place.getFileName() + ": the successor ended with " + code + ": " + successor);
            else if (!isWhole(work, successor))
                broken.add(place.getFileName() + ": " + theirs + " files of the successor, " + count(work, "before")
                        + " not patched, " + drafts(work) + " drafts: " + successor);
            var inside = done < FILES;
            return new Count(1, inside ? 1 : 0, code == 0 ? 1 : 0, theirs - left, 0, 0, broken);
        } finally {
            first.process.destroyForcibly();
        }
    }

    /// The worker was stopped while it wrote to SQLite: another one can only wait, and says so.
    /// When both have ended, the turn is over or can be resumed.
    private static Count locked(Started first, Started successor, Started.Again again, Path work)
            throws IOException, InterruptedException {
        signal(first.process, "CONT");
        var ends = first.end() + ", " + successor.end();
        if (isWhole(work, successor)) return new Count(1, 0, 0, 0, 0, 0, List.of());
        var third = again.begin();
        ends += ", " + third.end();
        var broken = isWhole(work, third) || isWhole(work, successor)
                ? List.<String>of()
                : List.of(work + ": not whole after a lock of the store (" + ends + ")\n1: " + first + "\n2: "
                        + successor + "\n3: " + third);
        return new Count(1, 0, 0, 0, 0, 0, broken);
    }

    /// Every file is patched, and rewritten unless the model was told that the command did not run:
    /// the worker may have been stopped behind the patch, with the command in hand.
    private static boolean isWhole(Path work, Started last) throws IOException {
        var wasRewritten = count(work, "theirs") == FILES;
        var isTold = last.said("Not started") || last.said("outcome unknown");
        return drafts(work) == 0 && count(work, "before") == 0 && (wasRewritten || isTold);
    }

    private Count command(Path place, String mode) throws IOException, InterruptedException {
        var work = Files.createDirectories(place.resolve("work"));
        Files.createDirectory(work.resolve("sub"));
        var effects = work.resolve("sub/effects");
        var run = Json.object().with("cmd", "echo ran >> sub/effects").with("login", Json.of(false));
        script(
                place,
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"c1\",\"arguments\":"
                        + run.write() + "}]}");
        var first = begin(place, mode, "exec", "command");
        try {
            var thread = first.thread();
            await(() -> first.said(BEGUN) || !first.process.isAlive(), "the call begins");
            LockSupport.parkNanos(dice.nextLong(15_000_000));
            signal(first.process, "STOP");
            var before = lines(effects);
            var successor = begin(place, mode, "exec", "resume", thread);
            var code = successor.end();
            var then = lines(effects);
            signal(first.process, "CONT");
            first.end();
            var after = lines(effects);
            var broken = code == 0
                    ? List.<String>of()
                    : List.of(place.getFileName() + ": the successor ended with " + code + ": " + successor);
            return new Count(1, before == 0 ? 1 : 0, code == 0 ? 1 : 0, 0, after - then, after > 1 ? 1 : 0, broken);
        } finally {
            first.process.destroyForcibly();
        }
    }

    private static String name(int file) {
        return "f" + (1000 + file);
    }

    private static void script(Path place, String... answers) throws IOException {
        var lines = new ArrayList<>(List.of(answers));
        lines.add("{\"items\":[{\"type\":\"text\",\"text\":\"Done.\"}]}");
        Files.write(place.resolve("script.jsonl"), lines);
    }

    private static Started begin(Path place, String mode, String... words) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN));
        line.addAll(List.of(words));
        line.addAll(List.of("--json", "--skip-git-repo-check", "--sandbox", mode, "-a", "never"));
        line.addAll(List.of("--cd", place.resolve("work").toString(), "-c", "pawl.lease_seconds=" + LEASE));
        line.addAll(List.of("-c", "model_provider=\"played\"", "-c", "pawl.checkpoints=false"));
        line.addAll(List.of("-c", "model_providers.played.wire_api=\"scripted\""));
        line.addAll(List.of("-c", "model_providers.played.base_url=\"" + place.resolve("script.jsonl") + "\""));
        var builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("PAWL_HOME", place.resolve("home").toString());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        return new Started(builder.start());
    }

    /// A process, and what it said so far.
    private static final class Started {
        private final Process process;

        @SuppressWarnings("JdkObsolete") // two threads use it
        private final StringBuffer said = new StringBuffer();

        private final Thread reader;

        Started(Process process) {
            this.process = process;
            this.reader = Thread.ofPlatform().daemon().start(() -> {
                try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
                    for (var line = in.readLine(); line != null; line = in.readLine())
                        said.append(line).append('\n');
                } catch (IOException ended) {
                    // What was read is what there is.
                }
            });
        }

        @FunctionalInterface
        private interface Again {
            Started begin() throws IOException;
        }

        boolean said(String words) {
            return said.indexOf(words) >= 0;
        }

        String thread() throws InterruptedException {
            await(() -> said("\"thread_id\"") || !process.isAlive(), "a thread begins");
            return said.toString().replaceAll("(?s).*?\"thread_id\":\"([^\"]*)\".*", "$1");
        }

        int end() throws InterruptedException {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) return WAITS;
            reader.join(1_000);
            return process.exitValue();
        }

        @Override
        public String toString() {
            return said.length() < 2000 ? said.toString() : said.substring(0, 2000);
        }
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, String what) throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            while (!condition.holds()) {
                if (System.nanoTime() - end > 0) throw new IllegalStateException("waited in vain: " + what);
                Thread.sleep(1);
            }
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }

    private static int count(Path work, String text) throws IOException {
        var count = 0;
        for (var i = 0; i < FILES; i++) {
            var file = work.resolve(name(i));
            if (Files.exists(file) && Files.readString(file).strip().equals(text)) count++;
        }
        return count;
    }

    private static int drafts(Path work) throws IOException {
        try (var all = Files.list(work)) {
            return (int) all.filter(file -> !file.getFileName().toString().matches("f\\d{4}"))
                    .count();
        }
    }

    private static int lines(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }
}
