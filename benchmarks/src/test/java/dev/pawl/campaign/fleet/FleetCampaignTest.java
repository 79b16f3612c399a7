package dev.pawl.campaign.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.trial.TrialCommand;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A short slice of `./campaign fleet`.
@Tag("postgres")
@Tag("nats")
@Tag("process")
class FleetCampaignTest {
    @Test
    @Timeout(120)
    void killedWorkersLoseNoTurnAndRepeatNoEffect() {
        var words = List.of(
                "fleet",
                "--workers",
                "2",
                "--turns",
                "24",
                "--kills",
                "2",
                "--stops",
                "0",
                "--restarts",
                "0",
                "--seconds",
                "90");
        assertThat(TrialCommand.dispatch("./campaign", "", List.of(new FleetCampaign()), words))
                .isZero();
    }
}
