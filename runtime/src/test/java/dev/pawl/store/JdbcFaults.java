package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.CanonicalTurn.Shape;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Faults.Killed;
import dev.pawl.testkit.Faults.Kind;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every call of every canonical turn goes wrong once, in each of four ways. Afterwards the turn is
/// carried on, by the same worker or, if it died, by another one, and ends exactly once.
abstract class JdbcFaults {
    private static final WorkerId ADA = new WorkerId("ada");
    private static final WorkerId BOB = new WorkerId("bob");
    // A dead worker's claim is free at once: the test does not wait for clocks.
    private static final Limits LIMITS = Limits.DEFAULT.withClaim(Duration.ofNanos(1000));

    private static final CountingIds IDS = new CountingIds("id-");

    /// A store whose connections go wrong.
    abstract Transactions open(Faults faults);

    /// The same store, without faults, open all the time.
    abstract Transactions soundStore();

    @ParameterizedTest
    @EnumSource
    void aBrokenConnectionIsSurvivedAtEveryCall(Shape shape) {
        everyCall(shape, Kind.BEFORE);
    }

    @ParameterizedTest
    @EnumSource
    void anOutcomeNobodySawIsSurvivedAtEveryCall(Shape shape) {
        everyCall(shape, Kind.AFTER);
    }

    @ParameterizedTest
    @EnumSource
    void aHangingCallIsSurvivedAtEveryCall(Shape shape) {
        everyCall(shape, Kind.HANG);
    }

    @ParameterizedTest
    @EnumSource
    void aDeathIsSurvivedAtEveryCall(Shape shape) {
        everyCall(shape, Kind.KILL);
    }

    private void everyCall(Shape shape, Kind kind) {
        var last = Integer.MAX_VALUE;
        for (var at = 1; at <= last; at++) {
            var faults = new Faults(kind, at);
            run(shape, faults, shape + "-" + kind + "-" + at);
            if (faults.calls() < at) last = at;
        }
        assertThat(last).as("calls of a turn").isGreaterThan(10);
    }

    private void run(Shape shape, Faults faults, String name) {
        var turn = new CanonicalTurn(shape, name, IDS);
        try (var first = new DurableLedger(opened(faults), LIMITS, IDS)) {
            turn.drive(first, ADA);
        } catch (Killed died) {
            turn.drive(sound(), BOB);
        } catch (StoreFailure stopped) {
            if (!faults.killed()) throw stopped;
            turn.drive(sound(), BOB);
        }
        turn.check(sound());
    }

    private Transactions opened(Faults faults) {
        try {
            return open(faults);
        } catch (StoreFailure failure) {
            return open(faults); // it said so, and the next start goes well
        }
    }

    private Ledger sound() {
        return new DurableLedger(soundStore(), LIMITS, IDS);
    }
}
