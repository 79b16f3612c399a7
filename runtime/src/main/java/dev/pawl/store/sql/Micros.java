package dev.pawl.store.sql;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Times as the databases keep them: whole microseconds, up to the year 9999.
public final class Micros {
    private static final long MILLION = 1_000_000;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private Micros() {}

    /// The time without what no database keeps.
    public static Instant trim(Instant time) {
        return time.isAfter(LAST) ? LAST : time.truncatedTo(ChronoUnit.MICROS);
    }

    static long of(Instant time) {
        var trimmed = trim(time);
        return Math.addExact(Math.multiplyExact(trimmed.getEpochSecond(), MILLION), trimmed.getNano() / 1000);
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MILLION), Math.floorMod(micros, MILLION) * 1000);
    }
}
