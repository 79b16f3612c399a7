package dev.pawl.tui;

import java.util.concurrent.LinkedBlockingQueue;

/// Does one thing after another on a thread of its own.
final class OrderedWork implements AutoCloseable {
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread =
            Thread.ofPlatform().name("pawl-work").daemon(true).unstarted(this::loop);

    OrderedWork start() {
        thread.start();
        return this;
    }

    void run(Runnable task) {
        tasks.add(task);
    }

    private void loop() {
        try {
            while (true) tasks.take().run();
        } catch (InterruptedException over) {
            // Closed: what was not begun is not wanted any more.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
