package dev.pawl.testkit;

import dev.pawl.id.IdSource;
import java.util.concurrent.atomic.AtomicLong;

/// Ids that tell the order in which they were made, the same in every run.
public final class CountingIds implements IdSource {
    private final AtomicLong last = new AtomicLong();
    private final String prefix;

    public CountingIds(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public String fresh() {
        return prefix + String.format("%08d", last.incrementAndGet());
    }
}
