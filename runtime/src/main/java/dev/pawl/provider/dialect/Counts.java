package dev.pawl.provider.dialect;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// Counts of tokens. Servers leave them out or send null; a count is never worth an answer.
public final class Counts {
    private Counts() {}

    public static long of(Json usage, String name) {
        try {
            return usage.at(name) instanceof Json.Num count ? count.asLong() : 0;
        } catch (BadJson notWhole) {
            return 0;
        }
    }
}
