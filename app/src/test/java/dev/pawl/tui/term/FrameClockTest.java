package dev.pawl.tui.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class FrameClockTest {
    private static final long MILLI = 1_000_000;

    @Test
    void noSecondHasMoreThanSixtyFrames() {
        var clock = new FrameClock();
        var frames = new ArrayList<Long>();
        for (var now = MILLI; now < 5_000 * MILLI; now += MILLI) {
            if (clock.delay(now, now / MILLI % 2 == 0) > 0) continue;
            clock.drawn(now);
            frames.add(now);
        }
        for (var from : frames) {
            var inSecond = frames.stream()
                    .filter(at -> at >= from && at < from + 1_000 * MILLI)
                    .count();
            assertThat(inSecond).isLessThanOrEqualTo(60);
        }
        assertThat(frames).hasSizeGreaterThan(250);
    }

    @Test
    void aKeyWaitsLessThanAnotherFrame() {
        var clock = new FrameClock();
        clock.drawn(MILLI);
        assertThat(clock.delay(2 * MILLI, true)).isLessThanOrEqualTo(8 * MILLI);
        assertThat(clock.delay(2 * MILLI, false)).isGreaterThan(20 * MILLI);
        assertThat(clock.delay(60 * MILLI, false)).isZero();
    }
}
