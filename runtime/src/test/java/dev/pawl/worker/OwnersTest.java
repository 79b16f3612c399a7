package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Liveness;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Who keeps a turn when the clock jumps, and who loses it.
class OwnersTest {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final WorkerId ADA = new WorkerId("ada");
    private static final Gate GATE = new Gate(new AgentId("agent"), new TurnId("turn"), new Epoch(1));
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final AtomicLong nanos = new AtomicLong();
    private Liveness vital = Liveness.ALIVE;
    private final Owners owners = new Owners(_ -> vital, LEASE, nanos::get);

    private static Lease lease(int renewals) {
        return new Lease(ADA, START.plus(LEASE).plus(LEASE.dividedBy(3).multipliedBy(renewals)));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aLivingOwnerKeepsItsTurnAfterASleep() {
        assertThat(owners.departure(GATE, lease(0), false)).isEmpty();
        pass(LEASE.dividedBy(3).minusMillis(1));
        // The machine slept for an hour: the lease is over by the clock, and the owner wakes up.
        assertThat(owners.departure(GATE, lease(0), true)).isEmpty();
        pass(LEASE.dividedBy(3));
        assertThat(owners.departure(GATE, lease(0), true)).isEmpty();
        assertThat(owners.departure(GATE, lease(300), false)).isEmpty();
    }

    @Test
    void aClockThatIsAheadTakesNothingFromAnOwnerThatRenews() {
        for (var i = 0; i < 20; i++) {
            assertThat(owners.departure(GATE, lease(i), true)).isEmpty();
            pass(LEASE.dividedBy(3));
        }
    }

    @Test
    void anOwnerThatLivesAndDoesNotRenewLosesItsTurn() {
        assertThat(owners.departure(GATE, lease(0), false)).isEmpty();
        pass(LEASE);
        assertThat(owners.departure(GATE, lease(0), true)).contains(Departure.EXPIRED);
    }

    @Test
    void aStoppedOwnerLosesItsTurnWithItsLease() {
        vital = Liveness.STOPPED;
        assertThat(owners.departure(GATE, lease(0), false)).isEmpty();
        assertThat(owners.departure(GATE, lease(0), true)).contains(Departure.EXPIRED);
    }

    @Test
    void anOwnerOfWhichNothingIsKnownLosesItsTurnWithItsLease() {
        vital = Liveness.UNKNOWN;
        assertThat(owners.departure(GATE, lease(0), false)).isEmpty();
        assertThat(owners.departure(GATE, lease(0), true)).contains(Departure.EXPIRED);
    }

    @Test
    void aDeadOwnerLosesItsTurnAtOnce() {
        vital = Liveness.DEAD;
        assertThat(owners.departure(GATE, lease(0), false)).contains(Departure.DEAD);
    }

    @Test
    void aTurnThatItsOwnerGaveUpIsFree() {
        assertThat(owners.departure(GATE, new Lease(ADA, Lease.RELEASED), true)).contains(Departure.EXPIRED);
    }
}
