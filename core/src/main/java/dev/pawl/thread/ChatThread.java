package dev.pawl.thread;

import dev.pawl.id.ThreadId;
import java.time.Instant;

/// A chat that outlives every process. `source` says who began it; `forkedFrom` is empty or a
/// thread's id.
public record ChatThread(
        ThreadId id,
        String title,
        String source,
        String forkedFrom,
        boolean archived,
        Setup setup,
        Instant createdAt,
        Instant updatedAt) {

    public ChatThread with(Setup next, Instant now) {
        return new ChatThread(id, title, source, forkedFrom, archived, next, createdAt, now);
    }

    public ChatThread named(String next, Instant now) {
        return new ChatThread(id, next, source, forkedFrom, archived, setup, createdAt, now);
    }

    public ChatThread archived(boolean next, Instant now) {
        return new ChatThread(id, title, source, forkedFrom, next, setup, createdAt, now);
    }
}
