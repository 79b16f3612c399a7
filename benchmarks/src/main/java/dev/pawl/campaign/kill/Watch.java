package dev.pawl.campaign.kill;

import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads every agent's log as it grows: what is open, and how long a turn was without a worker
/// after its own was hurt. Times are those of the log, not of the reading. Guarded by itself.
final class Watch {
    private static final int PAGE = 1_000;
    /// What is worth a line of its own.
    private static final Map<Harm, Long> SLOW = Map.of(Harm.KILLED, 2_000L, Harm.STOPPED, 7_000L);

    private final Ledger ledger;
    private final Findings findings;
    private final Map<AgentId, Long> read = new HashMap<>();
    private final Map<AgentId, Epoch> epochs = new HashMap<>();
    private final Set<TurnId> open = new HashSet<>();
    private final Set<TurnId> delivered = new HashSet<>();
    private final Map<Key, Lapse> lapses = new HashMap<>();
    private final List<Gap> outages = new ArrayList<>();
    private final Map<Harm, List<Long>> recoveries = new HashMap<>();
    private int takeovers;
    private int acrossOutages;

    /// What was done to a worker.
    enum Harm {
        KILLED,
        STOPPED
    }

    private record Key(TurnId turn, Epoch epoch) {}

    private record Lapse(Harm harm, Instant at) {}

    private record Gap(Instant from, Instant to) {}

    Watch(Ledger ledger, Findings findings) {
        this.ledger = ledger;
        this.findings = findings;
    }

    /// These turns lost their worker at this time.
    synchronized void lost(List<Gate> gates, Harm harm, Instant at) {
        for (var gate : gates) lapses.put(new Key(gate.turn(), gate.epoch()), new Lapse(harm, at));
    }

    /// The store itself was away: a recovery meanwhile says nothing about the workers.
    synchronized void outage(Instant from, Instant to) {
        outages.add(new Gap(from, to));
    }

    /// Reads on; answers how many turns are open.
    synchronized int look(List<AgentId> agents) {
        for (var agent : agents) {
            while (readPage(agent) == PAGE) {
                // There is more.
            }
        }
        return open.size();
    }

    private int readPage(AgentId agent) {
        var from = read.getOrDefault(agent, 0L);
        var events = Director.patiently(() -> ledger.events(agent, from, PAGE));
        for (var event : events) take(event);
        return events.size();
    }

    private void take(LoggedEvent event) {
        var before = read.getOrDefault(event.agent(), 0L);
        findings.check(event.seq() == before + 1, "a gap in the log before " + event);
        var epoch = epochs.getOrDefault(event.agent(), Epoch.NONE);
        findings.check(event.epoch().value() >= epoch.value(), "the epoch went back at " + event);
        findings.check(!delivered.contains(event.turn()), "after the end of its turn: " + event);
        read.put(event.agent(), event.seq());
        epochs.put(event.agent(), event.epoch());
        switch (event.event()) {
            case Event.TurnQueued _ -> open.add(event.turn());
            case Event.TurnTakenOver _ -> takenOver(event);
            case Event.TurnDelivered _ -> {
                open.remove(event.turn());
                delivered.add(event.turn());
            }
            case Event.TurnDispatched _,
                    Event.TurnStarted _,
                    Event.ItemRecorded _,
                    Event.TurnSteered _,
                    Event.TurnSuspended _,
                    Event.PersonAsked _,
                    Event.CallAnswered _,
                    Event.TurnResumed _,
                    Event.BoxReplaced _,
                    Event.TurnsDropped _,
                    Event.TokensCounted _,
                    Event.AnswerRetried _,
                    Event.DiffChanged _,
                    Event.ServerChanged _,
                    Event.Warned _ -> {
                // Nothing to measure.
            }
        }
    }

    private void takenOver(LoggedEvent event) {
        takeovers++;
        var lapse = lapses.remove(new Key(event.turn(), new Epoch(event.epoch().value() - 1)));
        if (lapse == null) return;
        if (outages.stream().anyMatch(gap -> gap.from.isBefore(event.at()) && gap.to.isAfter(lapse.at))) {
            acrossOutages++;
            return;
        }
        var millis = Duration.between(lapse.at, event.at()).toMillis();
        if (millis > SLOW.getOrDefault(lapse.harm, 0L)) {
            System.err.println("slow: turn " + event.turn() + " of " + event.agent() + ", its worker " + lapse.harm
                    + " at " + lapse.at + ", was taken over after " + millis + " ms");
        }
        recoveries.computeIfAbsent(lapse.harm, _ -> new ArrayList<>()).add(millis);
    }

    synchronized int open() {
        return open.size();
    }

    synchronized int delivered() {
        return delivered.size();
    }

    synchronized int takeovers() {
        return takeovers;
    }

    synchronized int acrossOutages() {
        return acrossOutages;
    }

    synchronized int samples(Harm harm) {
        return recoveries.getOrDefault(harm, List.of()).size();
    }

    /// The recovery time that this share of turns did not exceed; 0 when nothing was measured.
    synchronized long millis(Harm harm, double share) {
        var sorted = new ArrayList<>(recoveries.getOrDefault(harm, List.of()));
        if (sorted.isEmpty()) return 0;
        Collections.sort(sorted);
        return sorted.get((int) Math.min(sorted.size() - 1L, (long) Math.ceil(sorted.size() * share) - 1));
    }
}
