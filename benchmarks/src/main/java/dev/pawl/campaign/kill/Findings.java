package dev.pawl.campaign.kill;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Promises that were broken, as they are noticed. Safe for use by many threads.
final class Findings {
    private final Queue<String> found = new ConcurrentLinkedQueue<>();

    void check(boolean holds, String otherwise) {
        if (!holds) found.add(otherwise);
    }

    void add(String broken) {
        found.add(broken);
    }

    List<String> all() {
        return List.copyOf(found);
    }
}
