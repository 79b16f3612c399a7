package dev.pawl.worker.duty;

import dev.pawl.kernel.rows.StoreFailure;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Something that a process does again and again. When it fails it is done again at its next tick;
/// the log tells of the first failures in a row, then of every 64th, and of its recovery. Safe for
/// use by many threads.
public final class Duty {
    private static final Logger LOG = LoggerFactory.getLogger(Duty.class);
    private static final int OFTEN = 64;

    private final String name;
    private final AtomicInteger failures = new AtomicInteger();

    public Duty(String name) {
        this.name = name;
    }

    /// Whether it was done. An interrupt is not a failure of the duty's.
    public boolean attempt(Runnable work) {
        try {
            work.run();
        } catch (StoreFailure down) {
            failed(LOG.atWarn(), down);
            return false;
        } catch (RuntimeException bug) {
            failed(LOG.atError().setCause(bug), bug);
            return false;
        }
        var before = failures.getAndSet(0);
        if (before > 0) {
            LOG.atInfo()
                    .addKeyValue("duty", name)
                    .addKeyValue("failures", 0)
                    .log("{} works again after {} failures", name, before);
        }
        return true;
    }

    private void failed(LoggingEventBuilder line, RuntimeException why) {
        var count = failures.incrementAndGet();
        var isNews = count < OFTEN ? Integer.bitCount(count) == 1 : count % OFTEN == 0;
        if (!isNews) return;
        line.addKeyValue("duty", name)
                .addKeyValue("failures", count)
                .log("{} has failed {} times in a row: {}", name, count, why.getMessage());
    }
}
