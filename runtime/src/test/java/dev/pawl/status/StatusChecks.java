package dev.pawl.status;

import java.util.ArrayList;
import java.util.List;

/// All that a status must do, as sentences about what is wrong: none when all is well. Kept apart
/// from JUnit so that altered copies of the fold can be put through it too.
public final class StatusChecks {
    private StatusChecks() {}

    public static List<String> all(long seed, int logs) {
        var wrong = new ArrayList<String>();
        wrong.addAll(StatusCases.failures());
        wrong.addAll(StatusTables.failures());
        if (wrong.isEmpty()) wrong.addAll(StatusLaws.failures(seed, logs));
        return wrong;
    }
}
