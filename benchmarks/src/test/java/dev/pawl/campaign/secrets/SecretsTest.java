package dev.pawl.campaign.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.trial.Scratch;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A slice of `./campaign secrets`: all secrets, fewer turns.
@Tag("process")
class SecretsTest {
    @Test
    void noPlantedSecretIsFound() throws Exception {
        var folder =
                Files.createTempDirectory(Path.of("/var/tmp"), "pawl-secrets").toRealPath();
        try {
            var report = SecretsCampaign.run(folder, 11, SecretsSite.Extent.SLICE);
            assertThat(report.planted()).hasSizeGreaterThanOrEqualTo(50);
            assertThat(report.found()).isEmpty();
            assertThat(report.marks()).as("some come by").isPositive();
            assertThat(report.seen()).as("plain variables are there").contains("PATH=");
        } finally {
            Scratch.delete(folder);
        }
    }
}
