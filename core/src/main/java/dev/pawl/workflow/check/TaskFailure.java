package dev.pawl.workflow.check;

import dev.pawl.workflow.plan.TaskId;

/// Why a task is not done: what the next attempt must know.
///
/// @param fingerprint equal for the same failure
public record TaskFailure(
        TaskId task,
        Kind kind,
        String check,
        String command,
        int exit,
        String fingerprint,
        String log,
        String excerpt) {
    public enum Kind {
        VERIFICATION_FAILED,
        TIMEOUT,
        ENVIRONMENT,
        AGENT_ERROR,
        /// The agent ended its turn with "cannot".
        CANNOT,
        /// A task it depends on was skipped.
        DEPENDENCY,
        USER_STOP
    }

    public static TaskFailure of(TaskId task, Kind kind, String words) {
        return new TaskFailure(task, kind, "", "", 0, Excerpt.fingerprint(words), "", words);
    }

    public static TaskFailure of(TaskId task, CheckResult result) {
        var kind = switch (result.ending()) {
            case PASSED -> throw new IllegalArgumentException("a pass is no failure: " + result.check());
            case FAILED -> Kind.VERIFICATION_FAILED;
            case TIMED_OUT -> Kind.TIMEOUT;
            case ENVIRONMENT -> Kind.ENVIRONMENT;
        };
        return new TaskFailure(
                task,
                kind,
                result.check(),
                result.command(),
                result.exit(),
                result.fingerprint(),
                result.log(),
                result.excerpt());
    }

    public boolean isSameAs(TaskFailure other) {
        return task.equals(other.task)
                && check.equals(other.check)
                && !fingerprint.isEmpty()
                && fingerprint.equals(other.fingerprint);
    }
}
