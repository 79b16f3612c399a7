package dev.pawl.campaign.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A slice of `./campaign kill --stopped`.
@Tag("process")
@Timeout(180)
class StoppedRoundsTest {
    @TempDir
    Path folder;

    @Test
    void aWorkerThatIsContinuedAfterItsTurnDoesNothing() throws Exception {
        var rounds = new StoppedRounds(folder, 11);
        var all = rounds.patches(2).plus(rounds.commands(2));
        assertThat(all.broken()).isEmpty();
        assertThat(all.takenOver()).isEqualTo(4);
        assertThat(all.changed() + all.late() + all.twice()).isZero();
    }
}
