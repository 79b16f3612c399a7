package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command that takes too much of the machine is ended, with everything it started, and says why.
@Timeout(120)
class ResourceLimitsTest {
    private static final long MEGABYTE = ResourceLimits.MEGABYTE;
    /// Fills memory and keeps it.
    private static final String FILL = "my $x = 'x' x (400 << 20); sleep 30;";

    @TempDir
    Path folder;

    private record Ended(int exit, String output, String errors) {}

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aCommandThatFillsMemoryIsEnded(Tier tier) throws Exception {
        var ended = run(tier, new ResourceLimits(100 * MEGABYTE, 0, 0), "exec perl -e '" + FILL + "'");
        assertThat(ended.exit()).isEqualTo(137);
        assertThat(ended.output())
                .containsPattern("pawl: the command was ended: it used \\d+ MB of memory; the limit is 100 MB")
                .contains("pawl.limits.memory_mb");
    }

    /// It has another session, an empty environment and no parent of its own any more.
    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void whatLeftItsGroupStillCounts(Tier tier) throws Exception {
        var ended = run(
                tier, new ResourceLimits(100 * MEGABYTE, 0, 0), "(setsid env -i perl -e '" + FILL + "' &) ; sleep 30");
        assertThat(ended.output()).contains("MB of memory; the limit is 100 MB");
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void manySmallProcessesCountTogether(Tier tier) throws Exception {
        var ended = run(
                tier,
                new ResourceLimits(200 * MEGABYTE, 0, 0),
                "for i in 1 2 3 4 5 6 7 8; do perl -e 'my $x = \"x\" x (40 << 20); sleep 30;' & done; wait");
        assertThat(ended.output()).contains("of memory; the limit is 200 MB");
    }

    /// Memory that a process shares with its children is counted once.
    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void sharedMemoryIsCountedOnce(Tier tier) throws Exception {
        var ended = run(
                tier,
                new ResourceLimits(300 * MEGABYTE, 0, 0),
                "perl -e 'my $x = \"x\" x (50 << 20); for (1..12) { if (!fork) { sleep 2; exit } } 1 while wait > 0;'"
                        + "; echo whole");
        assertThat(ended.output()).isEqualTo("whole\n");
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void tooManyProcessesEndTheCommand(Tier tier) throws Exception {
        // A fixed number: what is not ended here must not take the machine along.
        var ended = run(
                tier,
                new ResourceLimits(0, 60, 0),
                "for i in {1..120}; do sleep 8 & done 2>/dev/null; wait; echo over");
        if (Sandbox.isRoot()) {
            assertThat(ended.output())
                    .containsPattern("it ran \\d+ processes and threads; the limit is 60 \\(pawl.limits.processes\\)");
            assertThat(ended.exit()).isEqualTo(137);
        } else {
            assertThat(ended.output()).containsPattern("Resource temporarily unavailable|pawl.limits.processes");
        }
    }

    @Test
    void sharedMemoryFilesHaveTheirSize() throws Exception {
        var ended = run(
                Tier.BUBBLEWRAP,
                new ResourceLimits(0, 0, 3 * MEGABYTE),
                "head -c 9000000 /dev/zero > /dev/shm/big; stat -c %s /dev/shm/big");
        assertThat(ended.output()).contains("No space left on device").contains(Long.toString(3 * MEGABYTE));
    }

    /// Programs that are read apart say it where their errors are.
    @Test
    void theReasonGoesToTheErrorsWhereTheseAreApart() throws Exception {
        var ended = run(
                Sandbox.of(folder.resolve("run"), Tier.BUBBLEWRAP, new ResourceLimits(100 * MEGABYTE, 0, 0)),
                "echo out; exec perl -e '" + FILL + "'",
                Launch.Streams.APART);
        assertThat(ended.output()).isEqualTo("out\n");
        assertThat(ended.errors()).contains("the limit is 100 MB");
    }

    /// What the kernel ends first when memory has run out.
    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aCommandIsEndedBeforeTheUsersPrograms(Tier tier) throws Exception {
        var ended = run(tier, ResourceLimits.usual(), "sh -c 'cat /proc/self/oom_score_adj'");
        assertThat(Integer.parseInt(ended.output().strip())).isBetween(400, 900);
        var lowered =
                run(tier, ResourceLimits.usual(), "echo 0 > /proc/self/oom_score_adj; cat /proc/self/oom_score_adj");
        assertThat(lowered.output().strip()).doesNotEndWith("\n0");
    }

    private Ended run(Tier tier, ResourceLimits limits, String script) throws IOException, InterruptedException {
        return run(Sandbox.of(folder.resolve("run"), tier, limits), script, Launch.Streams.TOGETHER);
    }

    private Ended run(Sandbox sandbox, String script, Launch.Streams streams) throws IOException, InterruptedException {
        var project = java.nio.file.Files.createDirectories(folder.resolve("project"));
        var child = sandbox.start(new Launch(
                List.of("/bin/bash", "-c", script),
                project,
                Map.of("PATH", "/usr/bin:/bin"),
                Confinement.project(project),
                Optional.empty(),
                streams));
        try (var output = child.output();
                var errors = child.errors()) {
            var written = new String(output.readAllBytes(), UTF_8);
            var complaints = new String(errors.readAllBytes(), UTF_8);
            return new Ended(child.waitFor(), written, complaints);
        } finally {
            child.release();
        }
    }
}
