package dev.pawl.store.memory;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All that is stored. Not thread-safe: [MemoryTransactions] holds its lock around every use.
final class MemoryTables {
    /// A letter with what the inbox adds to it.
    record Filed(Letter letter, int attempts, Rows.@Nullable ClaimToken hand, Instant since, long number) {}

    final Map<AgentId, Head> heads = new LinkedHashMap<>();
    final Map<AgentId, Map<LetterId, Filed>> inboxes = new LinkedHashMap<>();
    /// The letters somebody still has to do with, in the order they came.
    final Map<Long, Filed> open = new TreeMap<>();
    final Map<TurnId, Turn> turns = new HashMap<>();
    final Map<AgentId, Map<CallId, Wait>> waits = new HashMap<>();
    final Map<CardId, Card> cards = new LinkedHashMap<>();
    final Map<TurnId, List<Card>> cardsOfTurn = new HashMap<>();
    final Map<BoxId, Box.Kind> boxes = new HashMap<>();
    final Map<BoxId, AgentId> boxOwners = new HashMap<>();
    final Map<BoxId, List<CardId>> cardsInBox = new HashMap<>();
    final Map<AgentId, List<LoggedEvent>> events = new HashMap<>();
    final Map<AgentId, Long> published = new HashMap<>();
    final List<Edge> edges = new ArrayList<>();
    final Map<CallId, RemoteCall> outbox = new LinkedHashMap<>();
    long letters;

    Map<LetterId, Filed> inbox(AgentId agent) {
        return inboxes.computeIfAbsent(agent, _ -> new LinkedHashMap<>());
    }

    Map<CallId, Wait> waits(AgentId agent) {
        return waits.computeIfAbsent(agent, _ -> new LinkedHashMap<>());
    }
}
