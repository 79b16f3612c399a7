package dev.pawl.campaign.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.trial.Scratch;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A slice of `./campaign mutate`.
@Tag("process")
class MutateTest {
    // Not below /tmp: the sandbox has one of its own.
    private Path folder = Path.of("/var/tmp");

    @BeforeEach
    void makeTheFolder() throws Exception {
        folder = Files.createTempDirectory(Path.of("/var/tmp"), "pawl-mutate").toRealPath();
    }

    @AfterEach
    void removeTheFolder() throws Exception {
        Scratch.delete(folder);
    }

    @Test
    void aYesHoldsForWhatWasShownAlone() throws Exception {
        var report = MutateCampaign.run(folder, new MutateCampaign.Bounds(600, 30, 7));
        assertThat(report.accepted()).isEmpty();
        assertThat(report.held()).as("what did not change runs").isEmpty();
        assertThat(report.judged().unchanged()).isPositive();
        assertThat(report.turns().unchanged()).isPositive();
    }
}
