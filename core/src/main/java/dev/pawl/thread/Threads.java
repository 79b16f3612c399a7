package dev.pawl.thread;

import dev.pawl.id.ThreadId;
import java.util.List;
import java.util.Optional;

/// Where threads are kept. Safe for use by many Java threads and processes.
public interface Threads {
    /// Keeps a new thread, or nothing if its id is there already.
    void add(ChatThread thread);

    void save(ChatThread thread);

    Optional<ChatThread> find(ThreadId id);

    /// The threads that were used last, newest first.
    List<ChatThread> latest(Filter filter, int max);

    /// Keeps what a person accepted for the whole thread; the same seal twice is one grant.
    void grant(ThreadId thread, Grant grant);

    /// What a person accepted for the whole thread, oldest first.
    List<Grant> grants(ThreadId thread);

    /// Takes all of a thread's grants back; answers how many there were.
    int revoke(ThreadId thread);

    /// A yes for everything with this seal; `title` says what it was about.
    record Grant(String seal, String title) {}

    /// Which threads to list. An empty `cwd` or `source` means any.
    record Filter(boolean archived, String cwd, String source) {
        public static final Filter ACTIVE = new Filter(false, "", "");
    }
}
