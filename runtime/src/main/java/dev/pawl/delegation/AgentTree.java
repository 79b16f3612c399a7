package dev.pawl.delegation;

import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Which agents called which. Safe for use by many threads.
public final class AgentTree {
    private final Ledger ledger;
    private final Threads threads;

    public AgentTree(Ledger ledger, Threads threads) {
        this.ledger = ledger;
        this.threads = threads;
    }

    /// The thread at the top of the tree that this one belongs to.
    public ThreadId root(ThreadId thread) {
        return AgentNotes.of(threads, thread).map(SpawnedAgent::root).orElse(thread);
    }

    /// The thread and all below it, callers first; those that wait for their turn are last.
    public List<ThreadId> family(ThreadId thread) {
        var found = new LinkedHashSet<ThreadId>(List.of(thread));
        var next = new ArrayList<ThreadId>(found);
        while (!next.isEmpty()) {
            for (var child : threads.children(next.removeFirst())) if (found.add(child)) next.add(child);
        }
        for (var queued : AgentNotes.queue(threads, root(thread))) {
            var parent = AgentNotes.of(threads, queued).map(SpawnedAgent::parent);
            if (parent.isPresent() && found.contains(parent.get())) found.add(queued);
        }
        return List.copyOf(found);
    }

    /// Whether a turn of the thread is under way.
    public boolean isActive(ThreadId thread) {
        return ledger.head(new AgentId(thread.value()))
                .filter(head -> head.state() instanceof HeadState.Active)
                .isPresent();
    }
}
