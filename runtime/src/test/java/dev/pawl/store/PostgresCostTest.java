package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.postgres.PostgresTransactions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a primitive costs: one commit, and as few round trips as its reads allow.
@Tag("postgres")
class PostgresCostTest extends LedgerSetup {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_cost");

    @Override
    Transactions openStore(Doorbell doorbell) {
        DATABASE.empty();
        return DATABASE.open(doorbell);
    }

    @Override
    void advance(Duration by) {
        DATABASE.advance(by);
    }

    private void costs(int commits, int roundTrips, Runnable work) {
        var postgres = (PostgresTransactions) store();
        var before = postgres.commits();
        var sent = postgres.roundTrips();
        work.run();
        assertThat(postgres.commits() - before).as("commits").isLessThanOrEqualTo(commits);
        assertThat(postgres.roundTrips() - sent).as("round trips").isLessThanOrEqualTo(roundTrips);
    }

    @Test
    void aTurnWithOneToolTakesSixCommits() {
        deliver(running(AGENT, ADA)); // the agent has a head
        var hold = new Hold[1];
        costs(1, 1, () -> enqueue(AGENT, "a")); // the head is remembered
        costs(2, 4, () -> hold[0] = begin(ADA)); // claim and begin
        costs(1, 1, () -> ledger.append(hold[0].gate(), entry(call("c"))));
        costs(
                1,
                1,
                () -> ledger.append(
                        hold[0].gate(), entry(Item.ToolResult.success(call("c").call(), "ok"))));
        costs(1, 1, () -> deliver(hold[0])); // and so is the turn
    }

    @Test
    void aTurnThatWaitsTakesSevenCommits() {
        deliver(running(AGENT, ADA));
        var hold = new Hold[1];
        costs(1, 1, () -> enqueue(AGENT, "a"));
        costs(2, 4, () -> hold[0] = begin(ADA));
        costs(1, 2, () -> suspend(hold[0], "c"));
        costs(1, 2, () -> report(hold[0].gate(), "c"));
        costs(1, 3, () -> hold[0] = resume(AGENT, ADA));
        costs(1, 2, () -> deliver(hold[0]));
    }

    @Test
    void aLookCommitsNothing() {
        deliver(running(AGENT, ADA));
        costs(0, 1, () -> ledger.head(AGENT));
        costs(0, 1, () -> ledger.resumable(TARGET, 10));
        costs(0, 2, () -> history(AGENT));
    }
}
