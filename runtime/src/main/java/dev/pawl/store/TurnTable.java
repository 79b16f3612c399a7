package dev.pawl.store;

import dev.pawl.card.Outcome;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.json.LetterCodec;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.PendingRows;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rows of `agent_turns`. SQL: `sql/common/turn.sql`.
///
/// A turn that came with its head's lock is remembered: only the lock's holder changes it.
final class TurnTable implements Rows.Turns {
    private final Session session;
    private final StoreClock clock;
    private final Map<TurnId, PendingRows<Turn>> known = new HashMap<>();

    TurnTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    /// Only for who holds the lock of the turn's head, or asks for it in the same breath.
    void prefetch(TurnId turn) {
        known.put(turn, ask(turn));
    }

    void know(Turn turn) {
        known.put(turn.id(), PendingRows.of(List.of(turn)));
    }

    private PendingRows<Turn> ask(TurnId turn) {
        return session.ask(new Query<>("turn.find", Values.of("turn", turn.value()), TurnTable::turn));
    }

    @Override
    public Optional<Turn> find(TurnId turn) {
        var remembered = known.get(turn);
        return (remembered != null ? remembered : ask(turn)).get().stream().findFirst();
    }

    @Override
    public void insert(Turn turn) {
        session.write(
                "turn.insert",
                values(turn)
                        .text("agent", turn.agent().value())
                        .text("letter", turn.letter().value())
                        .text("context", turn.context().value())
                        .text("lineage", LetterCodec.write(turn.lineage()))
                        .time("now", clock.now()));
    }

    @Override
    public void save(Turn turn) {
        know(turn);
        session.change("turn.save", turn.id().value(), values(turn));
    }

    private static Values values(Turn turn) {
        var values = Values.of("turn", turn.id().value());
        return switch (turn.ending()) {
            case Turn.Ending.Open _ -> values.text("outcome", null).text("deliverable", null);
            case Turn.Ending.Delivered(var card, var outcome) ->
                values.word("outcome", outcome).text("deliverable", card.value());
        };
    }

    private static Turn turn(Row row) throws SQLException {
        return new Turn(
                new TurnId(row.text("agent_turn_id")),
                new AgentId(row.text("agent_id")),
                new LetterId(row.text("inbox_id")),
                new BoxId(row.text("context_box_id")),
                LetterCodec.lineage(row.text("lineage")),
                ending(row));
    }

    private static Turn.Ending ending(Row row) throws SQLException {
        if (row.maybeText("outcome").isEmpty()) return new Turn.Ending.Open();
        return new Turn.Ending.Delivered(
                new CardId(row.text("deliverable_card_id")), row.word(Outcome.class, "outcome"));
    }
}
