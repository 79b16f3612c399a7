package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/// What the machine cannot say, no row can hold: every mixture of the columns it knows, right and
/// wrong ones, is offered to the tables.
abstract class RowsContract {
    private static final List<String> HEADS = List.of("idle", "dispatched", "running", "suspended", "lost");
    private static final List<String> LETTERS =
            List.of("queued", "pending", "claimed", "consumed", "skipped", "dead", "lost");
    private static final List<String> KINDS =
            List.of("turn", "steer", "ui_action", "tool_result", "timeout", "stop", "shout");

    abstract Connection connect() throws SQLException;

    /// A time as the store writes it.
    abstract String time();

    /// The tables' schema with a dot, if they have one.
    abstract String schema();

    @Test
    void aHeadFitsTheMachine() throws SQLException {
        try (var table = new Table("agent_state_head")) {
            for (var status : HEADS) {
                for (var bits = 0; bits < 16; bits++) {
                    for (var epoch = -1; epoch < 2; epoch++) table.offer(head(status, bits, epoch));
                }
            }
        }
    }

    private Offer head(String status, int bits, int epoch) {
        var turn = has(bits, 0);
        var owner = has(bits, 1);
        var lease = has(bits, 2);
        var deadline = has(bits, 3);
        var isRight = switch (status) {
            case "idle" -> epoch >= 0 && !turn && !owner && !lease && !deadline;
            case "dispatched" -> epoch > 0 && turn && !owner && !lease && !deadline;
            case "running" -> epoch > 0 && turn && owner && lease && !deadline;
            case "suspended" -> epoch > 0 && turn && !owner && !lease && deadline;
            default -> false;
        };
        return new Offer(() -> isRight)
                .text("agent_id", "a")
                .text("worker_target", "generic")
                .text("status", status)
                .raw("active_agent_turn_id", turn ? "'t'" : "NULL")
                .raw("turn_epoch", String.valueOf(epoch))
                .raw("owner_id", owner ? "'ada'" : "NULL")
                .raw("owner_until", lease ? time() : "NULL")
                .raw("resume_deadline", deadline ? time() : "NULL")
                .raw("since", time())
                .text("output_box_id", "b")
                .raw("last_letter", "0")
                .raw("last_seq", "0")
                .raw("takeovers", "0");
    }

    @Test
    void aHeadCountsFromNothing() throws SQLException {
        try (var table = new Table("agent_state_head")) {
            for (var letters = -1; letters < 2; letters++) {
                for (var takeovers = -1; takeovers < 2; takeovers++) {
                    var isRight = letters >= 0 && takeovers >= 0;
                    table.offer(counting(letters, takeovers, 0, isRight));
                }
            }
            table.offer(counting(0, 0, -1, false));
        }
    }

    private Offer counting(int letters, int takeovers, int events, boolean isRight) {
        return new Offer(() -> isRight)
                .text("agent_id", "a")
                .text("worker_target", "generic")
                .text("status", "idle")
                .raw("turn_epoch", "0")
                .raw("since", time())
                .text("output_box_id", "b")
                .raw("last_letter", String.valueOf(letters))
                .raw("last_seq", String.valueOf(events))
                .raw("takeovers", String.valueOf(takeovers));
    }

    @Test
    void aLetterFitsItsStateAndItsKind() throws SQLException {
        try (var table = new Table("agent_inbox")) {
            for (var status : LETTERS) {
                for (var kind : KINDS) {
                    for (var bits = 0; bits < 32; bits++) table.offer(letter(status, kind, bits));
                }
            }
        }
    }

    private Offer letter(String status, String kind, int bits) {
        var epoch = has(bits, 0);
        var token = has(bits, 1);
        var holder = has(bits, 2);
        var until = has(bits, 3);
        var correlation = has(bits, 4);
        var opensTurn = kind.equals("turn") || kind.equals("ui_action");
        var answers = kind.equals("tool_result") || kind.equals("timeout");
        var needsNoEpoch = kind.equals("steer") || kind.equals("stop");
        var fitsState = switch (status) {
            case "queued" -> opensTurn && !epoch && !token;
            case "pending", "consumed" -> (epoch || needsNoEpoch) && !token;
            case "claimed" -> epoch && token;
            case "skipped", "dead" -> !token;
            default -> false;
        };
        var isRight = fitsState
                && KINDS.indexOf(kind) < KINDS.size() - 1
                && token == holder
                && token == until
                && answers == correlation;
        return new Offer(() -> isRight)
                .text("agent_id", "a")
                .text("inbox_id", "l")
                .raw("inbox_order", "1")
                .text("message_type", kind)
                .raw("correlation_id", correlation ? "'c'" : "NULL")
                .text("agent_turn_id", "t")
                .raw("turn_epoch", epoch ? "1" : "NULL")
                .text("status", status)
                .text("payload", "{}")
                .raw("claimed_by", holder ? "'ada'" : "NULL")
                .raw("claim_token", token ? "'x'" : "NULL")
                .raw("claim_until", until ? time() : "NULL")
                .raw("created_at", time())
                .raw("updated_at", time());
    }

    private static boolean has(int bits, int number) {
        return (bits >> number & 1) == 1;
    }

    /// A row, and whether the table should take it.
    private record Offer(BooleanSupplier isRight, List<String> columns, List<String> values) {
        Offer(BooleanSupplier isRight) {
            this(isRight, new ArrayList<>(), new ArrayList<>());
        }

        Offer text(String column, String value) {
            return raw(column, "'" + value + "'");
        }

        Offer raw(String column, String value) {
            columns.add(column);
            values.add(value);
            return this;
        }
    }

    /// A table that is left as empty as it was.
    private final class Table implements AutoCloseable {
        private final String name;
        private final Connection connection = connect();
        private int taken;

        Table(String name) throws SQLException {
            this.name = schema() + name;
        }

        void offer(Offer offer) throws SQLException {
            var columns = new StringJoiner(", ");
            offer.columns.forEach(columns::add);
            var row = String.join(", ", offer.values);
            try (var statement = connection.createStatement()) {
                statement.execute("INSERT INTO " + name + " (" + columns + ") VALUES (" + row + ")");
                statement.execute("DELETE FROM " + name);
                taken++;
                if (!offer.isRight.getAsBoolean()) throw new AssertionFailedError("taken: " + row);
            } catch (SQLException refused) {
                if (offer.isRight.getAsBoolean()) throw new AssertionFailedError("refused: " + row, refused);
                assertThat(refused.getMessage()).containsIgnoringCase("check");
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
            assertThat(taken).as("rows that are right").isPositive();
        }
    }
}
