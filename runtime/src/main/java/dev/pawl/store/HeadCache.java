package dev.pawl.store;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.rows.BegunTurn;
import dev.pawl.store.sql.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The heads this process wrote last, and the store's time. A head that is recalled needs no lock
/// and no question: its save says what it must still be, and fails otherwise. The time is the one
/// the store told last, as long ago as this process's own clock says; one that was told too long
/// ago does not count. Safe for use by many threads.
public final class HeadCache {
    private static final int MOST = 10_000;
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final boolean isSerial;
    private final Map<AgentId, Head> heads = new ConcurrentHashMap<>();
    private final Map<AgentId, UnderWay> turns = new ConcurrentHashMap<>();
    private volatile @Nullable Told told;

    private record Told(Instant time, long nanos) {
        boolean isOld(long now) {
            return now - nanos > LONGEST.toNanos();
        }

        Instant at(long now) {
            return time.plusNanos(now - nanos);
        }
    }

    /// A turn this process began, and which of its calls have no result yet.
    private record UnderWay(BegunTurn turn, Set<CallId> open) {
        UnderWay with(Item item) {
            var now = new HashSet<>(open);
            if (item instanceof Item.ToolCall call) now.add(call.call());
            if (item instanceof Item.ToolResult result) now.remove(result.call());
            return new UnderWay(turn, Set.copyOf(now));
        }

        boolean isOf(HeadState state) {
            return state instanceof Running running && running.gate().equals(turn.gate());
        }
    }

    /// @param isSerial whether this process writes one transaction after the other: then a turn
    ///     that waits for a worker is worth remembering
    public HeadCache(boolean isSerial) {
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

    /// The turn of this gate as it was begun here, if all its calls are answered.
    Optional<BegunTurn> begun(Gate gate) {
        return Optional.ofNullable(turns.get(gate.agent()))
                .filter(turn -> turn.turn.gate().equals(gate) && turn.open.isEmpty())
                .map(UnderWay::turn);
    }

    void remember(BegunTurn turn) {
        if (turns.size() >= MOST) turns.clear();
        turns.put(turn.gate().agent(), new UnderWay(turn, Set.of()));
    }

    /// A card was written. Only a turn's owner writes its calls and results, so none is missed.
    void note(Card card) {
        if (!(card.item() instanceof Item.ToolCall) && !(card.item() instanceof Item.ToolResult)) return;
        turns.computeIfPresent(card.origin().agent(), (_, turn) -> turn.with(card.item()));
    }

    /// Only what its next writer may leave to whom it belongs.
    void remember(Head head) {
        if (heads.size() >= MOST) heads.clear();
        var isWorthIt = switch (head.state()) {
            case Idle _, Running _ -> true;
            case Dispatched _ -> isSerial;
            case Suspended _ -> false;
        };
        turns.computeIfPresent(head.agent(), (_, turn) -> turn.isOf(head.state()) ? turn : null);
        if (isWorthIt) heads.merge(head.agent(), head, HeadCache::newer);
        else heads.remove(head.agent());
    }

    /// A transaction was undone: nobody knows which of them stand.
    public void clear() {
        heads.clear();
        turns.clear();
    }

    private static Head newer(Head one, Head other) {
        return other.tally().events() >= one.tally().events() ? other : one;
    }

    void forget(AgentId agent) {
        heads.remove(agent);
        turns.remove(agent);
    }
}
