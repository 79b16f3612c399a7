package dev.pawl.campaign.approval;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./campaign bypass`, all of it: it takes a few seconds.
class BypassTest {
    @TempDir
    private Path folder;

    @Test
    void nothingRunsUnsandboxedWithoutAQuestion() throws Exception {
        var report = BypassCampaign.run(folder.toRealPath());
        assertThat(report.unasked()).isEmpty();
        assertThat(report.held()).as("what the rules allow goes on").isEmpty();
        assertThat(report.counts().byRule()).isPositive();
        assertThat(report.counts().confined()).isPositive();
    }

    @Test
    void theCorpusIsLongAndItsLinesDiffer() throws Exception {
        assertThat(Corpus.all()).hasSizeGreaterThan(900).doesNotHaveDuplicates();
    }
}
