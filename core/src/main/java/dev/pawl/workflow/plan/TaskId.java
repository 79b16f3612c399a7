package dev.pawl.workflow.plan;

/// Names a task of a plan: `T-001`. Compared as a whole: `T-1` is not `T-10`.
public record TaskId(String value) implements Comparable<TaskId> {
    /// No task of the plan, but the checks after the last one.
    public static final TaskId FINAL = new TaskId("FINAL");

    public boolean isFinal() {
        return equals(FINAL);
    }

    /// In the order of the numbers.
    @Override
    public int compareTo(TaskId other) {
        var mine = number();
        var theirs = other.number();
        return mine == theirs ? value.compareTo(other.value) : Long.compare(mine, theirs);
    }

    private long number() {
        var digits = value.replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 15 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    @Override
    public String toString() {
        return value;
    }
}
