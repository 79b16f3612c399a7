package dev.pawl.host;

import dev.pawl.id.IdSource;
import java.time.InstantSource;
import java.util.SplittableRandom;

/// UUIDs of version 7: what is made later sorts later, also within a millisecond of one process.
///
/// The random part need not be secret, so it does not wait for the system's secure source, which
/// costs a short command more than its turn does.
public final class Uuid7 implements IdSource {
    private final InstantSource clock;
    private final SplittableRandom random;
    private long lastMillis;
    private int counter;

    public Uuid7(InstantSource clock, long seed) {
        this.clock = clock;
        this.random = new SplittableRandom(seed);
    }

    /// A seed that two processes started at once do not share.
    public static long seed() {
        return System.nanoTime() * 31
                + ProcessHandle.current().pid() * 1_000_003
                + System.identityHashCode(new Object());
    }

    @Override
    public synchronized String fresh() {
        var millis = Math.max(clock.millis(), lastMillis);
        if (millis == lastMillis && counter == 0xFFF) millis++;
        counter = millis == lastMillis ? counter + 1 : random.nextInt(0x400);
        lastMillis = millis;
        var high = millis << 16 | 0x7000 | counter;
        var low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
        var text = new StringBuilder(36);
        hex(text, high, 64, 32).append('-');
        hex(text, high, 32, 16).append('-');
        hex(text, high, 16, 0).append('-');
        hex(text, low, 64, 48).append('-');
        return hex(text, low, 48, 0).toString();
    }

    private static StringBuilder hex(StringBuilder text, long bits, int from, int to) {
        for (var shift = from - 4; shift >= to; shift -= 4)
            text.append(Character.forDigit((int) (bits >>> shift & 15), 16));
        return text;
    }
}
