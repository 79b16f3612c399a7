package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sql.Values;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedStatementTest {
    /// Statements in the order they were kept; a merged is its main statement and, in brackets,
    /// what goes along. A question ends with `?`.
    @ParameterizedTest
    @CsvSource({
        "head.follow card.insert box.append event.insert,     head.follow(card.insert box.append event.insert)",
        "head.save card.insert inbox.save event.insert,       head.save(card.insert event.insert) inbox.save",
        "card.insert event.insert,                            card.insert(event.insert)",
        "event.insert,                                        event.insert",
        "head.lock? card.insert event.insert,                 head.lock card.insert(event.insert)",
        "head.save card.find? event.insert turn.insert,       head.save card.find event.insert(turn.insert)",
        "head.save event.insert tx.commit,                    head.save(event.insert) tx.commit",
        // a question must see what was written before it
        "head.save event.insert card.find?,                   head.save(event.insert) card.find",
        // an insert behind a delete from its table stays there
        "head.save wait.clear wait.insert event.insert,       head.save(event.insert) wait.clear wait.insert",
        "head.follow thread.erase_events event.insert,        head.follow thread.erase_events event.insert",
        // no part sees a box that another part makes
        "head.save box.insert box.append,                     head.save(box.insert) box.append",
        "box.insert box.fill box.insert box.fill,             box.insert(box.fill) box.insert box.fill",
        "inbox.insert inbox.insert edge.insert,               inbox.insert(edge.insert) inbox.insert",
        // what may do nothing is no part
        "inbox.insert head.insert event.insert,               inbox.insert(event.insert) head.insert",
    })
    void insertsGoAlong(String kept, String sentences) {
        var statements = Arrays.stream(kept.split(" ", -1))
                .map(MergedStatementTest::kept)
                .toList();
        var told = MergedStatement.of(statements).stream()
                .map(MergedStatement::toString)
                .toList();
        assertThat(String.join(" ", told)).isEqualTo(sentences);
    }

    @Test
    void partsStandInFrontOfTheStatement() {
        var plain = MergedStatement.of(List.of(kept("card.insert"), kept("event.insert")))
                .getFirst();
        assertThat(plain.text())
                .startsWith("WITH part0 AS (INSERT INTO events ")
                .contains(") INSERT INTO cards (");
        var following = MergedStatement.of(List.of(kept("head.follow"), kept("card.insert"), kept("event.insert")))
                .getFirst();
        assertThat(following.text())
                .startsWith("WITH part0 AS (INSERT INTO cards ")
                .contains("), part1 AS (INSERT INTO events ")
                .contains("), moved AS ( UPDATE agent_state_head ")
                .endsWith("FROM moved");
    }

    private static QueuedStatement kept(String name) {
        var isQuestion = name.endsWith("?");
        var statement = SqlDialect.POSTGRES.statement(isQuestion ? name.substring(0, name.length() - 1) : name);
        return new QueuedStatement(
                statement, List.of(Values.none()), null, isQuestion ? new RowReading<>(_ -> "") : null);
    }
}
