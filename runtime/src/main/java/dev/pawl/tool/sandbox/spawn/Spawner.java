package dev.pawl.tool.sandbox.spawn;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/// The one thread that confined commands are children of. The kernel ties "die with your parent" to
/// the thread that made a child, so that thread must never end before the process does.
public final class Spawner {
    private final BlockingQueue<FutureTask<?>> waiting = new LinkedBlockingQueue<>(1024);

    public Spawner() {
        Thread.ofPlatform().daemon().name("pawl-spawner").start(this::work);
    }

    @SuppressWarnings("InfiniteLoopStatement") // for as long as the process lives
    private void work() {
        while (true) {
            try {
                waiting.take().run();
            } catch (InterruptedException ignored) {
                // Nobody has reason to: the thread lives as long as the process.
            }
        }
    }

    /// Runs it there. An interrupt is kept until it is done: a child must not be lost.
    public <T> T call(Callable<T> work) throws IOException {
        var task = new FutureTask<>(work);
        if (!waiting.offer(task)) throw new IOException("too many commands are being started");
        var interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cannot) throw cannot;
            throw new IllegalStateException("a command could not be started", failed.getCause());
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }
}
