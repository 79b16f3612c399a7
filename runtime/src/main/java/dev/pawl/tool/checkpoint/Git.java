package dev.pawl.tool.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The git program on a folder of our own, with the user's files as its work tree.
///
/// It sees no settings but these: nothing that a repository, a user or a machine configured (hooks,
/// helpers, filters, line endings, signing) has a say in what is kept.
final class Git {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STUCK = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int MOST_ERROR = 2000;
    private static final List<String> SETTINGS = List.of(
            "core.bare=false",
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.untrackedCache=false",
            "core.autocrlf=false",
            "core.safecrlf=false",
            "core.attributesFile=/dev/null",
            "core.excludesFile=/dev/null",
            "core.quotePath=false",
            "core.fileMode=true",
            "core.symlinks=true",
            "core.ignoreCase=false",
            "core.precomposeUnicode=false",
            "core.protectNTFS=false",
            "core.protectHFS=false",
            "core.compression=1",
            "core.logAllRefUpdates=false",
            "index.threads=1",
            "gc.auto=0",
            "maintenance.auto=false",
            "commit.gpgSign=false");

    private final Path program;
    private final Path folder;
    private final Path workTree;

    Git(Path program, Path folder, Path workTree) {
        this.program = program;
        this.folder = folder;
        this.workTree = workTree;
    }

    Path folder() {
        return folder;
    }

    byte[] run(Path index, String... words) throws IOException, InterruptedException {
        return run(index, new byte[0], words);
    }

    String line(Path index, byte[] input, String... words) throws IOException, InterruptedException {
        return new String(run(index, input, words), StandardCharsets.UTF_8).strip();
    }

    /// What it printed. A git that fails, or takes too long, is an exception with its own words.
    byte[] run(Path index, byte[] input, String... words) throws IOException, InterruptedException {
        return run(index, input, Set.of(0), words);
    }

    /// @param fine the exit codes of a git that did what it was asked for
    byte[] run(Path index, byte[] input, Set<Integer> fine, String... words) throws IOException, InterruptedException {
        var process = start(index, words);
        var errors = new ByteArrayOutputStream();
        var reader = Thread.ofVirtual().start(() -> drain(process.getErrorStream(), errors));
        var writer = Thread.ofVirtual().start(() -> feed(process, input));
        var output = new ByteArrayOutputStream();
        var taker = Thread.ofVirtual().start(() -> drain(process.getInputStream(), output));
        try {
            await(process, words[0]);
            taker.join();
            reader.join();
            writer.join();
        } finally {
            process.destroyForcibly();
        }
        if (fine.contains(process.exitValue())) return output.toByteArray();
        var said = errors.toString(StandardCharsets.UTF_8).strip();
        throw new NoCheckpoint("git " + words[0] + " failed (" + process.exitValue() + "): "
                + said.substring(0, Math.min(MOST_ERROR, said.length())));
    }

    /// Waits for its end, but not for one that only sleeps: a pipe in the place of a file that git
    /// reads (`.gitignore`) would hold it for ever.
    private static void await(Process process, String word) throws IOException, InterruptedException {
        var end = System.nanoTime() + PATIENCE.toNanos();
        var awake = System.nanoTime();
        var used = -1L;
        while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            var now = System.nanoTime();
            if (now > end)
                throw new NoCheckpoint.Busy("git " + word + " took longer than " + PATIENCE.toSeconds() + " s");
            var seen = SleepingProcess.cpuTicks(process.pid());
            if (seen.isEmpty() || seen.getAsLong() != used) {
                used = seen.orElse(-1);
                awake = now;
            } else if (now - awake > STUCK.toNanos()) {
                throw new NoCheckpoint.Busy("git " + word
                        + " waits for a file that gives nothing: look for pipes in the place of files, as .gitignore");
            }
        }
    }

    Process start(Path index, String... words) throws IOException {
        var line = new ArrayList<String>();
        line.add(program.toString());
        for (var setting : SETTINGS) line.addAll(List.of("-c", setting));
        line.addAll(List.of(words));
        var builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(environment(index));
        if (Files.isDirectory(workTree)) builder.directory(workTree.toFile());
        return builder.start();
    }

    private Map<String, String> environment(Path index) {
        var who = "pawl";
        return Map.ofEntries(
                Map.entry("PATH", "/usr/local/bin:/usr/bin:/bin"),
                Map.entry("LC_ALL", "C"),
                Map.entry("HOME", folder.toString()),
                Map.entry("GIT_DIR", folder.toString()),
                Map.entry("GIT_WORK_TREE", workTree.toString()),
                Map.entry("GIT_INDEX_FILE", index.toString()),
                Map.entry("GIT_CONFIG_GLOBAL", "/dev/null"),
                Map.entry("GIT_CONFIG_NOSYSTEM", "1"),
                Map.entry("GIT_ATTR_NOSYSTEM", "1"),
                Map.entry("GIT_TERMINAL_PROMPT", "0"),
                Map.entry("GIT_AUTHOR_NAME", who),
                Map.entry("GIT_AUTHOR_EMAIL", who),
                Map.entry("GIT_AUTHOR_DATE", "@0 +0000"),
                Map.entry("GIT_COMMITTER_NAME", who),
                Map.entry("GIT_COMMITTER_EMAIL", who),
                Map.entry("GIT_COMMITTER_DATE", "@0 +0000"));
    }

    private static void drain(InputStream from, OutputStream to) {
        try (from) {
            from.transferTo(to);
        } catch (IOException gone) {
            // The exit code tells.
        }
    }

    private static void feed(Process process, byte[] input) {
        try (var to = process.getOutputStream()) {
            to.write(input);
        } catch (IOException gone) {
            // It did not want to read on: the exit code tells.
        }
    }
}
