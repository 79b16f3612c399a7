package dev.pawl.store;

import dev.pawl.card.Box;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Values;
import java.util.List;
import java.util.Optional;

/// Rows of `card_boxes` and `box_cards`. SQL: `sql/*/box.sql`.
final class BoxTable {
    private final Session session;
    private final StoreClock clock;

    BoxTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    void insert(Box box, AgentId agent) {
        session.write(
                "box.insert",
                Values.of("box", box.id().value())
                        .text("agent", agent.value())
                        .word("kind", box.kind())
                        .time("now", clock.now()));
        session.rows("box.fill", box.id().value(), rows(box.id(), box.cards()));
    }

    void append(BoxId box, List<CardId> cards) {
        session.rows("box.append", box.value(), rows(box, cards));
    }

    void share(BoxId source, CardId last, BoxId into) {
        var values = Values.of("source", source.value()).text("last", last.value());
        session.write("box.share", values.text("into", into.value()));
    }

    Optional<BoxId> outputWith(AgentId agent, CardId card) {
        var values = Values.of("agent", agent.value()).text("card", card.value());
        return session
                .list(new Session.Query<>("box.output_with", values, row -> new BoxId(row.text("box_id"))))
                .stream()
                .findFirst();
    }

    int upTo(BoxId box, CardId last) {
        var values = Values.of("box", box.value()).text("last", last.value());
        var found = session.list(new Session.Query<>("box.up_to", values, row -> (int) row.number("cards")));
        return found.isEmpty() ? 0 : found.getFirst();
    }

    private static List<Values> rows(BoxId box, List<CardId> cards) {
        return cards.stream()
                .map(card -> Values.of("box", box.value()).text("card", card.value()))
                .toList();
    }
}
