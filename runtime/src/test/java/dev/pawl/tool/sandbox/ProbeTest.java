package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProbeTest {
    @Test
    void whoHasNoBubblewrapIsToldToInstallIt() {
        for (var tier : List.of(Tier.LANDLOCK, Tier.NONE)) {
            assertThat(new Probe(tier, "", List.of(Probe.NO_BUBBLEWRAP)).remedy())
                    .contains("apt-get install bubblewrap");
        }
    }

    @Test
    void whoHasOneThatIsRefusedIsToldWhatItNeeds() {
        var tried = List.of("bubblewrap with user namespaces: Operation not permitted");
        for (var tier : List.of(Tier.LANDLOCK, Tier.NONE)) {
            assertThat(new Probe(tier, "", tried).remedy())
                    .contains("allow user namespaces")
                    .doesNotContain("install bubblewrap");
        }
    }

    @Test
    void whereNothingCouldBeTriedNobodyIsSaidToHaveOne() {
        assertThat(new Probe(Tier.NONE, "sandboxes are made for Linux", List.of()).remedy())
                .doesNotContain("is installed");
    }

    @Test
    void theBestTierNeedsNothing() {
        assertThat(new Probe(Tier.BUBBLEWRAP, "", List.of()).remedy()).isEmpty();
    }
}
