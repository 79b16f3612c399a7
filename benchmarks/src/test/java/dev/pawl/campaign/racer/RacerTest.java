package dev.pawl.campaign.racer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A slice of `./campaign racer`.
@Tag("process")
class RacerTest {
    @TempDir
    private Path folder;

    @Test
    void noPatchIsLedOutside() throws Exception {
        var report = RacerCampaign.run(folder.toRealPath(), new RacerCampaign.Bounds(600, 2, 3));
        assertThat(report.outside()).isEmpty();
        assertThat(report.swaps()).isPositive();
        assertThat(report.applied()).isPositive();
        assertThat(report.refused()).isPositive();
    }
}
