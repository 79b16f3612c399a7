package dev.pawl.appserver;

import dev.pawl.cli.Console;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Work in lanes: in order within a lane, side by side between them. A lane is a virtual thread
/// while it has work, and nothing otherwise. Safe for use by many threads.
final class Lanes {
    private final Map<String, Queue<Runnable>> lanes = new HashMap<>();

    synchronized void run(String lane, Runnable work) {
        var queue = lanes.get(lane);
        if (queue != null) {
            queue.add(work);
            return;
        }
        var fresh = new ArrayDeque<Runnable>();
        fresh.add(work);
        lanes.put(lane, fresh);
        Thread.startVirtualThread(() -> drain(lane, fresh));
    }

    private void drain(String lane, Queue<Runnable> queue) {
        for (var work = next(lane, queue); work != null; work = next(lane, queue)) {
            try {
                work.run();
            } catch (RuntimeException | Error failed) {
                // The lane must go on: what comes after would wait for it for ever.
                Console.warn("something a client sent was not done: " + failed);
            }
        }
    }

    private synchronized @Nullable Runnable next(String lane, Queue<Runnable> queue) {
        var work = queue.poll();
        if (work == null) lanes.remove(lane);
        return work;
    }
}
