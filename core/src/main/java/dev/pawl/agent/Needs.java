package dev.pawl.agent;

import dev.pawl.id.CallId;

/// Names of what a call waits for: the call's own, and a number. Pure.
public final class Needs {
    private static final char MARK = '~';
    private static final int LONGEST = 180;

    private Needs() {}

    /// @param earlier how many the call has waited for before
    public static CallId next(CallId call, int earlier) {
        return new CallId(start(call) + (earlier + 1));
    }

    /// Whether this is something that the call waits for, or has.
    public static boolean belongs(CallId need, CallId call) {
        return need.value().startsWith(start(call));
    }

    private static String start(CallId call) {
        var name = call.value();
        return name.substring(0, Math.min(name.length(), LONGEST)) + MARK;
    }
}
