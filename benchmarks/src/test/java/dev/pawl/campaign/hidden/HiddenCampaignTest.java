package dev.pawl.campaign.hidden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.trial.Scratch;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HiddenCampaignTest {
    @Test
    void aSliceFindsNothing() throws Exception {
        var folder =
                Files.createTempDirectory(Path.of("/var/tmp"), "pawl-hidden").toRealPath();
        try {
            var report = HiddenCampaign.run(folder, 7, 60);
            assertThat(report.found()).isEmpty();
            assertThat(report.tried()).isGreaterThan(200);
        } finally {
            Scratch.delete(folder);
        }
    }
}
