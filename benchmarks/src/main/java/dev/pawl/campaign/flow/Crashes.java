package dev.pawl.campaign.flow;

import dev.pawl.workflow.WorkflowRows;
import java.util.Random;
import java.util.function.Function;

/// Ends the simulated process between any two writes: before or after one of the journal, before
/// or after one of a file.
final class Crashes {
    private final Random random;
    private int left = -1;
    private long count;

    /// The process is gone. No code of the program catches it.
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    Crashes(Random random) {
        this.random = random;
    }

    /// The next crash comes after some writes from now.
    void arm(int most) {
        left = random.nextInt(most);
    }

    void disarm() {
        left = -1;
    }

    long count() {
        return count;
    }

    /// Between two writes.
    void here() {
        if (left < 0 || left-- > 0) return;
        count++;
        throw new Crash();
    }

    /// A journal that the process may die before or after.
    WorkflowRows.Transactions around(WorkflowRows.Transactions journal) {
        return new WorkflowRows.Transactions() {
            @Override
            public <T> T commit(Function<WorkflowRows, T> work) {
                here();
                var result = journal.commit(work);
                here();
                return result;
            }

            @Override
            public <T> T read(Function<WorkflowRows, T> work) {
                return journal.read(work);
            }
        };
    }
}
