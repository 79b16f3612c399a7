package dev.pawl.trial;

import dev.pawl.id.IdSource;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// Names that sort by the time they were given and never meet those of another process.
public final class TimedIds implements IdSource {
    private static final int ROOM_FOR_ONE_MILLI = 10;

    private final String mark =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    private final AtomicLong last = new AtomicLong();

    @Override
    public String fresh() {
        var now = System.currentTimeMillis() << ROOM_FOR_ONE_MILLI;
        var number = last.updateAndGet(before -> Math.max(before + 1, now));
        return HexFormat.of().toHexDigits(number) + "-" + mark;
    }
}
