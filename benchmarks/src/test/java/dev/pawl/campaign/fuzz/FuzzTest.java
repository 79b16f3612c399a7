package dev.pawl.campaign.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A slice of `./campaign fuzz`, another one each time; a failure says its seed.
class FuzzTest {
    @TempDir
    private Path folder;

    @Test
    void damagedPatchesAreRefusedAndEditsComeBack() throws Exception {
        var seed = System.nanoTime();
        var report = FuzzCampaign.run(folder.toRealPath(), new FuzzCampaign.Bounds(100_000, 10_000, seed));
        assertThat(report.broken()).as("seed " + seed).isEmpty();
        assertThat(report.applied()).isPositive();
        assertThat(report.onDisk()).isPositive();
    }
}
