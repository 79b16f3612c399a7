package dev.pawl.campaign.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A slice of `./campaign load`.
@Tag("process")
@Timeout(120)
class LoadTest {
    @TempDir
    private Path folder;

    @Test
    void everySubscriberReadsEveryMessageOnceAndInOrder() throws Exception {
        var report = LoadRun.run(folder.toRealPath(), new LoadRun.Bounds(24, 10, 2, 1, 4));
        assertThat(report.tally().faults()).as(report.tally().faultWords()).isZero();
        assertThat(report.missing()).isZero();
        assertThat(report.stored()).isEqualTo(24 * 4);
        assertThat(report.tally().messages.count()).isPositive();
        assertThat(report.tally().words.count()).isPositive();
    }
}
