package dev.pawl.store.memory;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The tables during one transaction.
final class MemoryRows implements Rows {
    private final MemoryTables tables;
    private final Instant now;
    private final MemoryRollback undo = new MemoryRollback();
    private final Set<Bell> bells = new LinkedHashSet<>();

    MemoryRows(MemoryTables tables, Instant now) {
        this.tables = tables;
        this.now = now;
    }

    <T> T run(Function<Rows, T> work) {
        var whole = false;
        try {
            var answer = work.apply(this);
            whole = true;
            return answer;
        } finally {
            if (!whole) undo.rollBack();
        }
    }

    Set<Bell> bells() {
        return bells;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void ring(Bell bell) {
        bells.add(bell);
    }

    @Override
    public Heads heads() {
        return new MemoryHeads(tables, undo, now);
    }

    @Override
    public Inbox inbox() {
        return new MemoryInbox(tables, undo, now);
    }

    @Override
    public Turns turns() {
        return new Turns() {
            @Override
            public Optional<Turn> find(TurnId turn) {
                return Optional.ofNullable(tables.turns.get(turn));
            }

            @Override
            public void insert(Turn turn) {
                undo.put(tables.turns, turn.id(), turn);
            }

            @Override
            public void save(Turn turn) {
                undo.put(tables.turns, turn.id(), turn);
            }
        };
    }

    @Override
    public Waits waits() {
        return new Waits() {
            @Override
            public List<Wait> of(AgentId agent) {
                return List.copyOf(tables.waits(agent).values());
            }

            @Override
            public List<AgentId> waitingFor(String answerer, int max) {
                return tables.waits.keySet().stream()
                        .filter(agent -> tables.waits(agent).values().stream()
                                .anyMatch(wait -> wait.need().answerer().equals(answerer)))
                        .sorted(Comparator.comparing(agent -> tables.waits(agent).values().stream()
                                .map(Wait::since)
                                .min(Comparator.naturalOrder())
                                .orElseThrow()))
                        .limit(max)
                        .toList();
            }

            @Override
            public void insert(AgentId agent, List<Wait> waits) {
                for (var wait : waits) undo.put(tables.waits(agent), wait.call(), wait);
            }

            @Override
            public void remove(AgentId agent, Set<CallId> calls) {
                for (var call : calls) undo.remove(tables.waits(agent), call);
            }

            @Override
            public void clear(AgentId agent) {
                remove(agent, Set.copyOf(tables.waits(agent).keySet()));
            }
        };
    }

    @Override
    public Cards cards() {
        return new Cards() {
            @Override
            public Optional<Card> find(CardId card) {
                return Optional.ofNullable(tables.cards.get(card));
            }

            // Epoch 0 is what a request brought along: another turn's results.
            private boolean isSecondResult(Card card) {
                return card.item() instanceof Item.ToolResult(var call, var _, var _, var _, var _)
                        && card.origin().epoch().value() > 0
                        && tables.cardsOfTurn.getOrDefault(card.origin().turn(), List.of()).stream()
                                .anyMatch(other -> other.item() instanceof Item.ToolResult earlier
                                        && earlier.call().equals(call)
                                        && other.origin().epoch().value() > 0);
            }

            @Override
            public List<Card> find(List<CardId> cards) {
                return cards.stream().flatMap(card -> find(card).stream()).toList();
            }

            @Override
            public void insert(List<Card> cards) {
                for (var card : cards) {
                    if (tables.cards.containsKey(card.id()))
                        throw new IllegalStateException("card twice: " + card.id());
                    if (isSecondResult(card)) throw new IllegalStateException("a second result: " + card.item());
                    undo.put(tables.cards, card.id(), card);
                    undo.add(tables.cardsOfTurn.computeIfAbsent(card.origin().turn(), _ -> new ArrayList<>()), card);
                }
            }

            @Override
            public void insert(Box box, AgentId agent) {
                undo.put(tables.boxes, box.id(), box.kind());
                undo.put(tables.boxOwners, box.id(), agent);
                undo.put(tables.cardsInBox, box.id(), new ArrayList<>(box.cards()));
            }

            @Override
            public void append(BoxId box, List<CardId> cards) {
                if (tables.boxes.get(box) != Box.Kind.OUTPUT)
                    throw new IllegalStateException("not an output box: " + box);
                for (var card : cards) undo.add(contents(box), card);
            }

            @Override
            public void share(BoxId source, CardId last, BoxId into) {
                for (var card : contents(source).subList(0, upTo(source, last))) undo.add(contents(into), card);
            }

            @Override
            public Optional<BoxId> outputWith(AgentId agent, CardId card) {
                return tables.boxOwners.keySet().stream()
                        .filter(box -> agent.equals(tables.boxOwners.get(box)))
                        .filter(box -> tables.boxes.get(box) == Box.Kind.OUTPUT)
                        .filter(box -> contents(box).contains(card))
                        .findFirst();
            }

            @Override
            public int upTo(BoxId box, CardId last) {
                return contents(box).indexOf(last) + 1;
            }

            @Override
            public List<Card> in(BoxId box, int from) {
                var ids = contents(box);
                var cards = new ArrayList<Card>();
                for (var id : ids.subList(Math.min(from, ids.size()), ids.size())) {
                    find(id).ifPresent(cards::add);
                }
                return cards;
            }

            @Override
            public List<Card> contextOf(TurnId turn) {
                return turns().find(turn).map(found -> in(found.context(), 0)).orElse(List.of());
            }

            @Override
            public List<Card> ofOutput(AgentId agent, int from, int max) {
                var cards =
                        heads().peek(agent).map(head -> in(head.output(), from)).orElse(List.of());
                return cards.subList(0, Math.min(max, cards.size()));
            }

            @Override
            public List<Card> results(TurnId turn, StepId step) {
                return ofTurn(turn).stream()
                        .filter(card -> card.origin().step().equals(step))
                        .filter(card -> card.item() instanceof Item.ToolResult)
                        .toList();
            }

            @Override
            public List<Card> openCalls(TurnId turn) {
                var answered = new HashSet<CallId>();
                for (var card : ofTurn(turn)) {
                    if (card.item() instanceof Item.ToolResult result) answered.add(result.call());
                }
                return ofTurn(turn).stream()
                        .filter(card -> card.item() instanceof Item.ToolCall call && !answered.contains(call.call()))
                        .toList();
            }
        };
    }

    @Override
    public void erase(AgentId agent) {
        var own = new HashSet<CardId>();
        var others = new HashSet<CardId>();
        tables.boxOwners.forEach((box, owner) -> (owner.equals(agent) ? own : others).addAll(contents(box)));
        own.removeAll(others);
        own.forEach(this::erase);
        for (var box : List.copyOf(tables.boxOwners.keySet())) {
            if (!agent.equals(tables.boxOwners.get(box))) continue;
            undo.remove(tables.cardsInBox, box);
            undo.remove(tables.boxes, box);
            undo.remove(tables.boxOwners, box);
        }
        for (var turn : List.copyOf(tables.turns.values())) {
            if (turn.agent().equals(agent)) undo.remove(tables.turns, turn.id());
        }
        for (var filed : tables.inbox(agent).values()) undo.remove(tables.open, filed.number());
        undo.remove(tables.inboxes, agent);
        undo.remove(tables.waits, agent);
        undo.remove(tables.events, agent);
        undo.remove(tables.published, agent);
        undo.remove(tables.heads, agent);
        tables.edges.removeIf(edge -> edge.agent().equals(agent));
    }

    private void erase(CardId id) {
        var card = tables.cards.get(id);
        if (card == null) return;
        undo.remove(tables.cards, id);
        var left = new ArrayList<>(ofTurn(card.origin().turn()));
        left.remove(card);
        undo.put(tables.cardsOfTurn, card.origin().turn(), left);
    }

    private List<CardId> contents(BoxId box) {
        return tables.cardsInBox.computeIfAbsent(box, _ -> new ArrayList<>());
    }

    private List<Card> ofTurn(TurnId turn) {
        return tables.cardsOfTurn.getOrDefault(turn, List.of());
    }

    private static boolean tellsUse(LoggedEvent logged) {
        var event = logged.event();
        return event instanceof Event.TokensCounted
                || event instanceof Event.TurnStarted
                || event instanceof Event.TurnResumed
                || event instanceof Event.TurnTakenOver
                || event instanceof Event.TurnSuspended
                || event instanceof Event.TurnDelivered;
    }

    @Override
    public Log log() {
        return new Log() {
            @Override
            public void add(List<LoggedEvent> events) {
                for (var event : events) {
                    var list = tables.events.computeIfAbsent(event.agent(), _ -> new ArrayList<>());
                    if (event.seq() != list.size() + 1) throw new IllegalStateException("a gap before " + event);
                    undo.add(list, event);
                }
            }

            @Override
            public List<LoggedEvent> after(AgentId agent, long seq, int max) {
                var list = tables.events.getOrDefault(agent, List.of());
                var from = (int) Math.min(seq, list.size());
                return List.copyOf(list.subList(from, Math.min(list.size(), from + max)));
            }

            private Stream<LoggedEvent> marks(AgentId agent) {
                return tables.events.getOrDefault(agent, List.of()).stream()
                        .filter(logged -> Stream.of(TurnMark.values()).anyMatch(mark -> mark.isOf(logged.event())));
            }

            @Override
            public List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max) {
                var before = marks(agent)
                        .filter(logged -> mark.isOf(logged.event()) && logged.seq() < seq)
                        .toList();
                return before.reversed().stream().limit(max).toList();
            }

            @Override
            public List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max) {
                return marks(agent)
                        .filter(logged -> mark.isOf(logged.event()) && logged.seq() > seq)
                        .limit(max)
                        .toList();
            }

            @Override
            public List<LoggedEvent> marksOf(AgentId agent, TurnId turn) {
                return marks(agent).filter(logged -> logged.turn().equals(turn)).toList();
            }

            @Override
            public void add(Edge edge) {
                undo.add(tables.edges, edge);
            }

            @Override
            public List<LoggedEdge> trace(AgentId agent) {
                return edges(agent).stream()
                        .map(edge -> new LoggedEdge(edge, now))
                        .toList();
            }

            @Override
            public List<LoggedEvent> uses(AgentId agent) {
                return tables.events.getOrDefault(agent, List.of()).stream()
                        .filter(MemoryRows::tellsUse)
                        .toList();
            }

            @Override
            public List<LoggedEvent> usesSince(Instant since) {
                var all = new ArrayList<LoggedEvent>();
                for (var events : tables.events.values()) {
                    var uses = events.stream().filter(MemoryRows::tellsUse).toList();
                    var recent = uses.stream()
                            .filter(logged -> !logged.at().isBefore(since))
                            .toList();
                    if (recent.isEmpty()) continue;
                    uses.stream()
                            .filter(logged -> logged.at().isBefore(since))
                            .filter(logged -> logged.event() instanceof Event.TokensCounted)
                            .reduce((_, later) -> later)
                            .ifPresent(all::add);
                    all.addAll(recent);
                }
                return all;
            }

            @Override
            public List<Edge> edges(AgentId agent) {
                return tables.edges.stream()
                        .filter(edge -> edge.agent().equals(agent))
                        .toList();
            }

            @Override
            public void send(RemoteCall call) {
                undo.put(tables.outbox, call.need().call(), call);
            }
        };
    }
}
