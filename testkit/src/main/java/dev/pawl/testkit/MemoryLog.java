package dev.pawl.testkit;

import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A log of events and its outbox, in memory, with numbers without gaps for each agent.
public final class MemoryLog implements Outbox {
    private final List<LoggedEvent> all = new ArrayList<>();
    private final Map<AgentId, Long> published = new HashMap<>();
    private final List<RemoteCall> calls = new ArrayList<>();
    private int reads;

    public synchronized LoggedEvent add(AgentId agent, Event event) {
        var seq = all.stream().filter(logged -> logged.agent().equals(agent)).count() + 1;
        var logged = new LoggedEvent(
                agent, seq, new TurnId("turn-of-" + agent), new Epoch(1), Instant.EPOCH.plusSeconds(seq), event);
        all.add(logged);
        return logged;
    }

    public LoggedEvent addItem(AgentId agent, String card) {
        return add(agent, new Event.ItemRecorded(new CardId(card), new StepId("s"), "agent_message"));
    }

    public LoggedEvent addEnd(AgentId agent) {
        return add(agent, new Event.TurnDelivered(new CardId("end"), Outcome.SUCCESS, new BoxId("box")));
    }

    public synchronized void add(RemoteCall call) {
        calls.add(call);
    }

    public synchronized List<LoggedEvent> after(AgentId agent, long seq, int max) {
        reads++;
        return all.stream()
                .filter(logged -> logged.agent().equals(agent) && logged.seq() > seq)
                .limit(max)
                .toList();
    }

    public synchronized int reads() {
        return reads;
    }

    public synchronized boolean isEmpty() {
        return events(1).isEmpty() && calls.isEmpty();
    }

    @Override
    public synchronized List<LoggedEvent> events(int max) {
        return all.stream()
                .filter(logged -> logged.seq() > published.getOrDefault(logged.agent(), 0L))
                .limit(max)
                .toList();
    }

    @Override
    public synchronized void published(AgentId agent, long seq) {
        published.merge(agent, seq, Math::max);
    }

    @Override
    public synchronized List<RemoteCall> calls(int max) {
        return calls.stream().limit(max).toList();
    }

    @Override
    public synchronized void sent(RemoteCall call) {
        calls.remove(call);
    }
}
