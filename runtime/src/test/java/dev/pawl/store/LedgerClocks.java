package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.host.Uuid7;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// I31: processes whose clocks disagree by a minute come to the same outcome. Ids are all that a
/// process brings of its own time; every deadline is the store's.
abstract class LedgerClocks extends LedgerRaces {
    private static final Duration SKEW = Duration.ofSeconds(60);

    private Ledger processAt(Duration offset) {
        var clock = (InstantSource) () -> Instant.parse("2026-03-01T12:00:00Z").plus(offset);
        return new DurableLedger(store(), LIMITS, new Uuid7(clock, offset.toSeconds()));
    }

    @Test
    void i31RequestsOfProcessesWithOtherClocksAreServedInTheOrderTheyWereStored() {
        var ahead = processAt(SKEW);
        var behind = processAt(SKEW.negated());
        var stored = new ArrayList<String>();
        for (var i = 0; i < 6; i++) {
            var letter = "r" + i;
            (i % 2 == 0 ? ahead : behind).enqueue(request(AGENT, letter, "do " + letter));
            stored.add(letter);
        }
        var served = new ArrayList<String>();
        for (var i = 0; i < 6; i++) {
            var by = i % 2 == 0 ? behind : ahead;
            var claims = by.claim(BOB, TARGET, 1, "token-" + i);
            assertThat(claims).as("work is seen at once, whoever stored it").hasSize(1);
            var hold = by.begin(claims, BOB).getFirst();
            served.add(claims.getFirst().letter().value());
            deliver(hold);
        }
        assertThat(served).isEqualTo(stored);
    }

    @Test
    void i31ALeaseAndADeadlineEndByTheStoresClockInEveryProcess() {
        var ahead = processAt(SKEW);
        var behind = processAt(SKEW.negated());
        var hold = running(AGENT, ADA);
        advance(LIMITS.lease().minus(Duration.ofSeconds(2)));
        for (var process : List.of(ahead, behind)) {
            assertThat(process.owned(TARGET, 10)).noneMatch(owned -> owned.expired());
            assertThat(process.takeOver(hold.gate(), new WorkerId("late"), Departure.EXPIRED))
                    .isEqualTo(new Takeover.NotTaken());
        }
        assertThat(ahead.heartbeat(ADA)).containsExactly(hold.gate());
        ahead.suspend(hold.gate(), entry(call("c1")), List.of(need("c1", Duration.ofSeconds(30))), List.of());
        assertThat(ahead.sweep(TARGET).timedOut()).isZero();
        assertThat(behind.sweep(TARGET).timedOut()).isZero();
        advance(Duration.ofSeconds(31));
        assertThat(behind.sweep(TARGET).timedOut()).isEqualTo(1);
    }
}
