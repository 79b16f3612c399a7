package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The heads this process wrote last, and the store's time. A head that is recalled needs no lock
/// and no question: its save says what it must still be, and fails otherwise. The time is the one
/// the store told last, as long ago as this process's own clock says; one that was told too long
/// ago does not count. Safe for use by many threads.
public final class Recollection {
    private static final int MOST = 10_000;
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final boolean isSerial;
    private final Map<AgentId, Head> heads = new ConcurrentHashMap<>();
    private volatile @Nullable Told told;

    private record Told(Instant time, long nanos) {
        boolean isOld(long now) {
            return now - nanos > LONGEST.toNanos();
        }

        Instant at(long now) {
            return time.plusNanos(now - nanos);
        }
    }

    /// @param isSerial whether this process writes one transaction after the other: then a turn
    ///     that waits for a worker is worth remembering
    public Recollection(boolean isSerial) {
        this.isSerial = isSerial;
    }

    /// The store just said what time it is there. The way here takes a moment, so of two tellings
    /// the later time is nearer to the truth; and time does not go back by a slower one.
    void told(Instant time) {
        var nanos = System.nanoTime();
        var last = told;
        if (last == null || last.isOld(nanos) || !time.isBefore(last.at(nanos))) told = new Told(time, nanos);
    }

    /// The store's time, if it was told lately.
    Optional<Instant> now() {
        var last = told;
        var nanos = System.nanoTime();
        return last == null || last.isOld(nanos) ? Optional.empty() : Optional.of(Micros.trim(last.at(nanos)));
    }

    Optional<Head> head(AgentId agent) {
        return Optional.ofNullable(heads.get(agent));
    }

    /// Only what its next writer may leave to whom it belongs.
    void remember(Head head) {
        if (heads.size() >= MOST) heads.clear();
        var isWorthIt = switch (head.state()) {
            case Idle _, Running _ -> true;
            case Dispatched _ -> isSerial;
            case Suspended _ -> false;
        };
        if (isWorthIt) heads.merge(head.agent(), head, Recollection::newer);
        else heads.remove(head.agent());
    }

    /// A transaction was undone: nobody knows which of them stand.
    public void clear() {
        heads.clear();
    }

    private static Head newer(Head one, Head other) {
        return other.tally().events() >= one.tally().events() ? other : one;
    }

    void forget(AgentId agent) {
        heads.remove(agent);
    }
}
