package dev.pawl.campaign.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A slice of `./campaign flow`.
class FlowWalkTest {
    @TempDir
    private Path folder;

    @Test
    void theInvariantsHoldWhereverProcessesDie() throws Exception {
        var report = FlowCampaign.run(folder.toRealPath(), new FlowCampaign.Bounds(8, 80, 3));
        assertThat(report.broken()).isEmpty();
        assertThat(report.crashes()).isGreaterThan(50);
        assertThat(report.ended()).isPositive();
    }
}
