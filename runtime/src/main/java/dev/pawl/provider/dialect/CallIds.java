package dev.pawl.provider.dialect;

import dev.pawl.id.CallId;
import java.util.concurrent.ThreadLocalRandom;

/// Names of calls. Most servers give one; some give none, or one we could not keep.
public final class CallIds {
    private CallIds() {}

    public static CallId of(String given) {
        try {
            return new CallId(given);
        } catch (IllegalArgumentException unusable) {
            return fresh();
        }
    }

    private static CallId fresh() {
        var random = ThreadLocalRandom.current();
        return new CallId("call_" + Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
    }
}
