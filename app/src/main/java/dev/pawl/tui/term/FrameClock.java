package dev.pawl.tui.term;

/// When the next frame may be drawn: after a key at once, for all else thirty times a second, and
/// never more than sixty times a second.
///
/// Times are nanoseconds of one clock that never goes back. Not safe for use by many threads.
public final class FrameClock {
    private static final long MILLI = 1_000_000;
    private static final long USUAL = 33 * MILLI;
    private static final long AFTER_KEY = 8 * MILLI;
    private static final int MOST = 60;
    private static final long SECOND = 1_000 * MILLI;

    private final long[] frames = new long[MOST];
    private int next;
    private long last;
    private boolean begun;

    /// How long to wait before a frame, 0 for not at all.
    ///
    /// @param urgent whether a person waits for it
    public long delay(long now, boolean urgent) {
        if (!begun) return 0;
        var delay = last + (urgent ? AFTER_KEY : USUAL) - now;
        var oldest = frames[next];
        if (oldest != 0) delay = Math.max(delay, oldest + SECOND - now);
        return Math.max(0, delay);
    }

    public void drawn(long now) {
        begun = true;
        last = now;
        frames[next] = now;
        next = (next + 1) % MOST;
    }
}
