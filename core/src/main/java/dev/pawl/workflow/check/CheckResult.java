package dev.pawl.workflow.check;

/// One run of a check: an entry of a task's ledger.
///
/// @param exit the command's exit code; -1 when it has none
/// @param tree names the files it saw
/// @param log the file that holds all of its output
/// @param fingerprint equal for the same failure; empty for a pass
/// @param excerpt the first error and the end of the output
/// @param counts whether a failure keeps the task open
public record CheckResult(
        String check,
        String command,
        Ending ending,
        int exit,
        long millis,
        String tree,
        String log,
        String fingerprint,
        String excerpt,
        boolean counts) {
    public enum Ending {
        PASSED,
        FAILED,
        TIMED_OUT,
        /// It could not be run: a missing tool, no permission, a full disk.
        ENVIRONMENT
    }

    public boolean hasPassed() {
        return ending == Ending.PASSED;
    }

    /// Whether it keeps its task open.
    public boolean isFailure() {
        return counts && !hasPassed();
    }

    /// The same as evidence that is only noted.
    public CheckResult tolerated() {
        return new CheckResult(check, command, ending, exit, millis, tree, log, fingerprint, excerpt, false);
    }
}
