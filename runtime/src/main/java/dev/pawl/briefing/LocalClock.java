package dev.pawl.briefing;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;

/// The user's wall clock.
public final class LocalClock {
    private LocalClock() {}

    /// By the older time zones, which are read anyway: java.time reads the rules of all zones
    /// before it says which one this is, and that costs a turn 10 ms.
    public static LocalDateTime at(Instant time) {
        var offset = TimeZone.getDefault().getOffset(time.toEpochMilli()) / 1000;
        return LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.ofTotalSeconds(offset));
    }
}
