package dev.pawl.store;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.json.BadJson;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.PendingRows;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rows of `cards`, each with a checksum that is compared when it is read; their order is
/// [BoxTable]'s. SQL: `sql/*/card.sql`.
final class CardTable implements Rows.Cards {
    private final Session session;
    private final BoxTable boxes;
    private final Map<CardId, PendingRows<Card>> ahead = new HashMap<>();
    private final Map<TurnId, PendingRows<Card>> contexts = new HashMap<>();
    private final Map<TurnId, PendingRows<Card>> openCalls = new HashMap<>();
    private final List<Card> inserted = new ArrayList<>();

    CardTable(Session session, BoxTable boxes) {
        this.session = session;
        this.boxes = boxes;
    }

    @Override
    public Optional<Card> find(CardId card) {
        var foreseen = ahead.remove(card);
        return (foreseen != null ? foreseen : ask(card)).get().stream().findFirst();
    }

    @Override
    public List<Card> find(List<CardId> cards) {
        var ids = Json.strings(cards.stream().map(CardId::value).toList()).write();
        var found = new HashMap<CardId, Card>();
        for (var card : cards("card.find_all", Values.of("cards", ids))) found.put(card.id(), card);
        return cards.stream()
                .distinct()
                .flatMap(card -> Optional.ofNullable(found.get(card)).stream())
                .toList();
    }

    void prefetch(CardId card) {
        ahead.put(card, ask(card));
    }

    private PendingRows<Card> ask(CardId card) {
        return ask("card.find", Values.of("card", card.value()));
    }

    @Override
    public void insert(List<Card> cards) {
        inserted.addAll(cards);
        session.rows("card.insert", "", cards.stream().map(CardTable::values).toList());
    }

    /// What this transaction wrote.
    List<Card> inserted() {
        return inserted;
    }

    private static Values values(Card card) {
        var origin = card.origin();
        var type = ItemCodec.type(card.item());
        var content = ItemCodec.write(card.item());
        return Values.of("card", card.id().value())
                .text("agent", origin.agent().value())
                .text("turn", origin.turn().value())
                .number("epoch", origin.epoch().value())
                .text("step", origin.step().value())
                .text("author", card.author())
                .text("type", type)
                .text("call", call(card.item()))
                .text("content", content)
                .number("crc", crc(card.id(), origin, card.author(), type, content))
                .time("at", card.at());
    }

    private static @Nullable String call(Item item) {
        return switch (item) {
            case Item.ToolCall call -> call.call().value();
            case Item.ToolResult result -> result.call().value();
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.AgentMessage _,
                    Item.Reasoning _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Summary _,
                    Item.Opaque _,
                    Item.Deliverable _ -> null;
        };
    }

    @Override
    public void insert(Box box, AgentId agent) {
        boxes.insert(box, agent);
    }

    @Override
    public void append(BoxId box, List<CardId> cards) {
        boxes.append(box, cards);
    }

    @Override
    public void share(BoxId source, CardId last, BoxId into) {
        boxes.share(source, last, into);
    }

    @Override
    public Optional<BoxId> outputWith(AgentId agent, CardId card) {
        return boxes.outputWith(agent, card);
    }

    @Override
    public int upTo(BoxId box, CardId last) {
        return boxes.upTo(box, last);
    }

    @Override
    public List<Card> in(BoxId box, int from) {
        return cards("card.in_box", Values.of("box", box.value()).number("from", from));
    }

    @Override
    public List<Card> contextOf(TurnId turn) {
        var foreseen = contexts.get(turn);
        return (foreseen != null ? foreseen : askContext(turn)).get();
    }

    void foreseeContext(TurnId turn) {
        contexts.put(turn, askContext(turn));
    }

    /// The context of a turn that has no open calls.
    void know(TurnId turn, List<Card> context) {
        contexts.put(turn, PendingRows.of(context));
        openCalls.put(turn, PendingRows.of(List.of()));
    }

    private PendingRows<Card> askContext(TurnId turn) {
        return ask("card.context_of", Values.of("turn", turn.value()));
    }

    @Override
    public List<Card> ofOutput(AgentId agent, int from, int max) {
        var values = Values.of("agent", agent.value()).number("from", from);
        return cards("card.of_output", values.number("max", max));
    }

    @Override
    public List<Card> results(TurnId turn, StepId step) {
        return cards("card.results", Values.of("turn", turn.value()).text("step", step.value()));
    }

    @Override
    public List<Card> openCalls(TurnId turn) {
        var foreseen = openCalls.get(turn);
        if (foreseen == null) return askOpenCalls(turn).get();
        var open = new LinkedHashMap<CallId, Card>();
        for (var card : foreseen.get()) note(card, open);
        for (var card : inserted) if (card.origin().turn().equals(turn)) note(card, open);
        return List.copyOf(open.values());
    }

    private static void note(Card card, Map<CallId, Card> open) {
        if (card.item() instanceof Item.ToolCall call) open.put(call.call(), card);
        if (card.item() instanceof Item.ToolResult result) open.remove(result.call());
    }

    void foreseeOpenCalls(TurnId turn) {
        openCalls.put(turn, askOpenCalls(turn));
    }

    private PendingRows<Card> askOpenCalls(TurnId turn) {
        return ask("card.open_calls", Values.of("turn", turn.value()));
    }

    private List<Card> cards(String statement, Values values) {
        return ask(statement, values).get();
    }

    private PendingRows<Card> ask(String statement, Values values) {
        return session.ask(new Query<>(statement, values, CardTable::card));
    }

    static Card card(Row row) throws SQLException {
        var id = new CardId(row.text("card_id"));
        var agent = row.maybeText("agent_id");
        if (agent.isEmpty()) throw Checksums.damaged("card " + id, "", null);
        var origin = new Card.Origin(
                new AgentId(agent.get()),
                new TurnId(row.text("agent_turn_id")),
                new Epoch(row.number("turn_epoch")),
                new StepId(row.text("step_id")));
        var author = row.text("author_id");
        var type = row.text("type");
        var content = row.text("content");
        var crc = row.maybeNumber("crc");
        if (crc.isPresent() && crc.get() != crc(id, origin, author, type, content)) {
            throw Checksums.damaged("card " + id, agent.get(), null);
        }
        try {
            return new Card(id, origin, author, ItemCodec.read(type, content), row.time("created_at"));
        } catch (BadJson unreadable) {
            throw Checksums.damaged("card " + id, agent.get(), unreadable);
        }
    }

    private static long crc(CardId id, Card.Origin origin, String author, String type, String content) {
        var from = origin.agent().value()
                + '\n'
                + origin.turn().value()
                + '\n'
                + origin.epoch().value()
                + '\n'
                + origin.step().value();
        return Checksums.card(id.value(), from, Values.storable(author), type, content);
    }
}
