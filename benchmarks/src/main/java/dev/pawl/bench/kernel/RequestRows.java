package dev.pawl.bench.kernel;

import dev.pawl.trial.TimedIds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// What a request leaves in the tables, in plain statements: a card in a box of its own, a turn, a
/// letter, an edge, an event, and its agent's head moved on. Nothing is asked and nothing decided.
final class RequestRows {
    private final TimedIds ids = new TimedIds();
    private final Map<String, Integer> letters = new HashMap<>();
    private final PreparedStatement head;
    private final PreparedStatement moved;
    private final PreparedStatement card;
    private final PreparedStatement box;
    private final PreparedStatement inBox;
    private final PreparedStatement turn;
    private final PreparedStatement letter;
    private final PreparedStatement edge;
    private final PreparedStatement event;

    RequestRows(Connection to) throws SQLException {
        head = to.prepareStatement("INSERT INTO agent_state_head (agent_id, worker_target, status, turn_epoch, since,"
                + " output_box_id, last_letter, last_seq, takeovers)"
                + " VALUES (?, 'generic', 'idle', 0, 1, 'box', 0, 0, 0)");
        moved = to.prepareStatement("UPDATE agent_state_head SET last_letter = ?1, last_seq = ?1,"
                + " unpublished = (published_seq < ?1) WHERE agent_id = ?2");
        card = to.prepareStatement(
                "INSERT INTO cards (card_id, agent_id, agent_turn_id, turn_epoch, step_id, author_id,"
                        + " type, content, created_at)"
                        + " VALUES (?, ?, ?, 0, 'request', 'bench', 'user_message', '{}', 1)");
        box = to.prepareStatement(
                "INSERT INTO card_boxes (box_id, agent_id, kind, created_at)" + " VALUES (?, ?, 'context', 1)");
        inBox = to.prepareStatement("INSERT INTO box_cards (box_id, position, card_id) VALUES (?, 0, ?)");
        turn = to.prepareStatement(
                "INSERT INTO agent_turns (agent_turn_id, agent_id, inbox_id, context_box_id, lineage,"
                        + " created_at) VALUES (?, ?, ?, ?, '{}', 1)");
        letter = to.prepareStatement("INSERT INTO agent_inbox (agent_id, inbox_id, inbox_order, message_type,"
                + " agent_turn_id, status, payload, created_at, updated_at)"
                + " VALUES (?, ?, ?, 'turn', ?, 'queued', '{}', 1, 1)");
        edge = to.prepareStatement("INSERT INTO execution_edges (primitive, edge_phase, source_agent_id,"
                + " target_agent_id, target_agent_turn_id, correlation_id, recursion_depth, created_at)"
                + " VALUES ('enqueue', 'request', 'bench', ?, ?, ?, 0, 1)");
        event = to.prepareStatement("INSERT INTO events (agent_id, seq, agent_turn_id, turn_epoch, at, type, body, crc)"
                + " VALUES (?, ?, ?, 0, 1, 'turn_queued', '{}', 1)");
    }

    void write(String agent) throws SQLException {
        if (letters.putIfAbsent(agent, 0) == null) run(head, agent);
        var number = letters.merge(agent, 1, Integer::sum);
        var turnId = ids.fresh();
        var boxId = ids.fresh();
        var cardId = ids.fresh();
        var letterId = ids.fresh();
        run(card, cardId, agent, turnId);
        run(box, boxId, agent);
        run(inBox, boxId, cardId);
        run(turn, turnId, agent, letterId, boxId);
        run(letter, agent, letterId, number, turnId);
        run(edge, agent, turnId, letterId);
        run(moved, number, agent);
        run(event, agent, number, turnId);
    }

    private static void run(PreparedStatement statement, Object... values) throws SQLException {
        for (var i = 0; i < values.length; i++) {
            if (values[i] instanceof Integer number) statement.setInt(i + 1, number);
            else statement.setString(i + 1, values[i].toString());
        }
        statement.executeUpdate();
    }
}
