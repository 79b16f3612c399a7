package dev.pawl.store.memory;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The workers of a store that one process has. Safe for use by many threads.
public final class MemoryWorkers implements Workers {
    private final InstantSource clock;
    private final Map<WorkerId, Listed> listed = new LinkedHashMap<>();

    public MemoryWorkers(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void announce(Profile worker, Duration lease) {
        var now = clock.instant();
        var known = listed.get(worker.id());
        listed.put(worker.id(), new Listed(worker, known == null ? now : known.startedAt(), now, now.plus(lease)));
    }

    @Override
    public synchronized void leave(WorkerId worker) {
        listed.remove(worker);
    }

    @Override
    public synchronized List<Listed> all() {
        return List.copyOf(listed.values());
    }

    @Override
    public Instant now() {
        return clock.instant();
    }
}
