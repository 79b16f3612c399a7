package dev.pawl.campaign.simulate;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.util.function.Function;

/// A store that is seen through a bad line: an actor can be stopped before and after each
/// transaction, a commit's outcome can be unknown (done again, as the JDBC stores do), and the
/// store can be down.
final class FaultyTransactions implements Transactions {
    private final Transactions store;
    private final Stage stage;
    private final Dice dice;
    private final Faults faults;

    /// How likely each fault is; changed when the storm is over.
    static final class Faults {
        private double doneTwice = 0.03;
        private double downBefore = 0.02;
        private double downAfter = 0.02;

        void end() {
            doneTwice = 0;
            downBefore = 0;
            downAfter = 0;
        }
    }

    FaultyTransactions(Transactions store, Stage stage, Dice dice, Faults faults) {
        this.store = store;
        this.stage = stage;
        this.dice = dice;
        this.faults = faults;
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        stage.pause();
        if (dice.chance(faults.downBefore)) throw new StoreFailure("down before the commit");
        var answer = store.commit(work);
        stage.pause();
        if (dice.chance(faults.doneTwice)) {
            answer = store.commit(work);
            stage.pause();
        }
        if (dice.chance(faults.downAfter)) throw new StoreFailure("down after the commit: outcome unknown");
        return answer;
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        stage.pause();
        return store.read(work);
    }

    @Override
    public void close() {}
}
