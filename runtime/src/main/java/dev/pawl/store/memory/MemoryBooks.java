package dev.pawl.store.memory;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.books.Books;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The rows during one transaction.
final class MemoryBooks implements Books {
    private final Rows rows;
    private final Instant now;
    private final Undo undo = new Undo();
    private final Set<Bell> bells = new LinkedHashSet<>();

    MemoryBooks(Rows rows, Instant now) {
        this.rows = rows;
        this.now = now;
    }

    <T> T run(Function<Books, T> work) {
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
        return new MemoryHeads(rows, undo, now);
    }

    @Override
    public Inbox inbox() {
        return new MemoryInbox(rows, undo, now);
    }

    @Override
    public Turns turns() {
        return new Turns() {
            @Override
            public Optional<Turn> find(TurnId turn) {
                return Optional.ofNullable(rows.turns.get(turn));
            }

            @Override
            public void insert(Turn turn) {
                undo.put(rows.turns, turn.id(), turn);
            }

            @Override
            public void save(Turn turn) {
                undo.put(rows.turns, turn.id(), turn);
            }
        };
    }

    @Override
    public Waits waits() {
        return new Waits() {
            @Override
            public List<Wait> of(AgentId agent) {
                return List.copyOf(rows.waits(agent).values());
            }

            @Override
            public List<AgentId> waitingFor(String answerer, int max) {
                return rows.waits.keySet().stream()
                        .filter(agent -> rows.waits(agent).values().stream()
                                .anyMatch(wait -> wait.need().answerer().equals(answerer)))
                        .sorted(Comparator.comparing(agent -> rows.waits(agent).values().stream()
                                .map(Wait::since)
                                .min(Comparator.naturalOrder())
                                .orElseThrow()))
                        .limit(max)
                        .toList();
            }

            @Override
            public void insert(AgentId agent, List<Wait> waits) {
                for (var wait : waits) undo.put(rows.waits(agent), wait.call(), wait);
            }

            @Override
            public void remove(AgentId agent, Set<CallId> calls) {
                for (var call : calls) undo.remove(rows.waits(agent), call);
            }

            @Override
            public void clear(AgentId agent) {
                remove(agent, Set.copyOf(rows.waits(agent).keySet()));
            }
        };
    }

    @Override
    public Cards cards() {
        return new Cards() {
            @Override
            public Optional<Card> find(CardId card) {
                return Optional.ofNullable(rows.cards.get(card));
            }

            // Epoch 0 is what a request brought along: another turn's results.
            private boolean isSecondResult(Card card) {
                return card.item() instanceof Item.ToolResult(var call, var _, var _, var _, var _)
                        && card.origin().epoch().value() > 0
                        && rows.cardsOfTurn.getOrDefault(card.origin().turn(), List.of()).stream()
                                .anyMatch(other -> other.item() instanceof Item.ToolResult earlier
                                        && earlier.call().equals(call)
                                        && other.origin().epoch().value() > 0);
            }

            @Override
            public void insert(List<Card> cards) {
                for (var card : cards) {
                    if (rows.cards.containsKey(card.id())) throw new IllegalStateException("card twice: " + card.id());
                    if (isSecondResult(card)) throw new IllegalStateException("a second result: " + card.item());
                    undo.put(rows.cards, card.id(), card);
                    undo.add(rows.cardsOfTurn.computeIfAbsent(card.origin().turn(), _ -> new ArrayList<>()), card);
                }
            }

            @Override
            public void insert(Box box, AgentId agent) {
                undo.put(rows.boxes, box.id(), box.kind());
                undo.put(rows.boxOwners, box.id(), agent);
                undo.put(rows.cardsInBox, box.id(), new ArrayList<>(box.cards()));
            }

            @Override
            public void append(BoxId box, List<CardId> cards) {
                if (rows.boxes.get(box) != Box.Kind.OUTPUT)
                    throw new IllegalStateException("not an output box: " + box);
                for (var card : cards) undo.add(contents(box), card);
            }

            @Override
            public void share(BoxId source, CardId last, BoxId into) {
                for (var card : contents(source).subList(0, upTo(source, last))) undo.add(contents(into), card);
            }

            @Override
            public Optional<BoxId> outputWith(AgentId agent, CardId card) {
                return rows.boxOwners.keySet().stream()
                        .filter(box -> agent.equals(rows.boxOwners.get(box)))
                        .filter(box -> rows.boxes.get(box) == Box.Kind.OUTPUT)
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
            public List<Card> ofOutput(AgentId agent, int from) {
                return heads().peek(agent).map(head -> in(head.output(), from)).orElse(List.of());
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
        rows.boxOwners.forEach((box, owner) -> (owner.equals(agent) ? own : others).addAll(contents(box)));
        own.removeAll(others);
        own.forEach(this::erase);
        for (var box : List.copyOf(rows.boxOwners.keySet())) {
            if (!agent.equals(rows.boxOwners.get(box))) continue;
            undo.remove(rows.cardsInBox, box);
            undo.remove(rows.boxes, box);
            undo.remove(rows.boxOwners, box);
        }
        for (var turn : List.copyOf(rows.turns.values())) {
            if (turn.agent().equals(agent)) undo.remove(rows.turns, turn.id());
        }
        for (var filed : rows.inbox(agent).values()) undo.remove(rows.open, filed.number());
        undo.remove(rows.inboxes, agent);
        undo.remove(rows.waits, agent);
        undo.remove(rows.events, agent);
        undo.remove(rows.published, agent);
        undo.remove(rows.heads, agent);
        rows.edges.removeIf(edge -> edge.agent().equals(agent));
    }

    private void erase(CardId id) {
        var card = rows.cards.get(id);
        if (card == null) return;
        undo.remove(rows.cards, id);
        var left = new ArrayList<>(ofTurn(card.origin().turn()));
        left.remove(card);
        undo.put(rows.cardsOfTurn, card.origin().turn(), left);
    }

    private List<CardId> contents(BoxId box) {
        return rows.cardsInBox.computeIfAbsent(box, _ -> new ArrayList<>());
    }

    private List<Card> ofTurn(TurnId turn) {
        return rows.cardsOfTurn.getOrDefault(turn, List.of());
    }

    @Override
    public Log log() {
        return new Log() {
            @Override
            public void add(List<LoggedEvent> events) {
                for (var event : events) {
                    var list = rows.events.computeIfAbsent(event.agent(), _ -> new ArrayList<>());
                    if (event.seq() != list.size() + 1) throw new IllegalStateException("a gap before " + event);
                    undo.add(list, event);
                }
            }

            @Override
            public List<LoggedEvent> after(AgentId agent, long seq, int max) {
                var list = rows.events.getOrDefault(agent, List.of());
                var from = (int) Math.min(seq, list.size());
                return List.copyOf(list.subList(from, Math.min(list.size(), from + max)));
            }

            @Override
            public void add(Edge edge) {
                undo.add(rows.edges, edge);
            }

            @Override
            public List<Edge> edges(AgentId agent) {
                return rows.edges.stream()
                        .filter(edge -> edge.agent().equals(agent))
                        .toList();
            }

            @Override
            public void send(RemoteCall call) {
                undo.put(rows.outbox, call.need().call(), call);
            }
        };
    }
}
