package dev.pawl.campaign.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The short slice of `./campaign kill`.
@Tag("process")
class KillTest {
    private static final KillCampaign.Bounds SLICE =
            new KillCampaign.Bounds(new Plan.Size(300, 25, 3), 1, Duration.ofSeconds(3), Duration.ofSeconds(40), false);

    @Test
    void killedWorkersBreakNoPromiseOnSqlite() throws IOException, InterruptedException {
        assertUnbroken(KillCampaign.run("sqlite", SLICE));
    }

    @Test
    @Tag("postgres")
    @Tag("nats")
    void killedWorkersAndServersBreakNoPromiseOnPostgres() throws IOException, InterruptedException {
        assertUnbroken(KillCampaign.run("postgres", SLICE));
    }

    /// A slow machine does less in its time; it must do something, and nothing wrong.
    private static void assertUnbroken(KillCampaign.Outcome outcome) {
        assertThat(outcome.report().broken()).isEmpty();
        assertThat(outcome.report().storm().kills()).as("kills").isGreaterThan(3);
        assertThat(outcome.report().watch().takeovers()).as("takeovers").isPositive();
        assertThat(outcome.report().audit().turns()).as("turns").isGreaterThan(50);
    }
}
