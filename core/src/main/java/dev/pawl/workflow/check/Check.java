package dev.pawl.workflow.check;

import java.time.Duration;
import java.util.Set;

/// A command that the runtime runs to verify a task; exit code 0 is a pass.
///
/// @param id what a plan calls it: `unit`
/// @param allowsBaselineFailure it may go on failing when it failed before the first task
/// @param repeatsOnce a failure is run once more: a formatter fails after it has changed files
public record Check(
        String id,
        String command,
        Set<When> when,
        Duration timeout,
        boolean allowsBaselineFailure,
        boolean repeatsOnce) {
    public Check {
        when = Set.copyOf(when);
        if (timeout.isNegative() || timeout.isZero()) throw new IllegalArgumentException("no time to run: " + id);
    }

    /// After each task that names it, or after the last one.
    public enum When {
        TASK,
        FINAL
    }
}
