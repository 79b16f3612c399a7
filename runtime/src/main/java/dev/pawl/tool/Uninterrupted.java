package dev.pawl.tool;

import dev.pawl.kernel.LostGate;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Work that an interrupt must not cut short. Channels fail when their thread is interrupted, so
/// the work gets a thread of its own, and the caller's interrupt is kept until it is done.
public final class Uninterrupted {
    private Uninterrupted() {}

    public static <T> T call(Supplier<T> work) {
        var task = new FutureTask<>(work::get);
        Thread.ofVirtual().name("uninterrupted").start(task);
        var interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException bug) {
            if (bug.getCause() instanceof LostGate fenced) throw fenced;
            throw new IllegalStateException("the work failed", bug.getCause());
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
