package dev.pawl.worker;

import dev.pawl.agent.Permit;
import dev.pawl.agent.Tool;
import dev.pawl.card.Item;
import dev.pawl.kernel.LostGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// Runs the calls of one step as they come in: side by side where the tools allow it, one after the
/// other where they don't. Results are asked for in call order. Closing it ends what still runs.
final class ToolBench implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ThreadFactory threads;
    private final RunningCalls running;
    private final ReentrantReadWriteLock turns = new ReentrantReadWriteLock(true);
    private final List<Bench> benches = new ArrayList<>();

    private record Bench(Item.ToolCall call, FutureTask<Item.ToolResult> task, Thread thread) {
        /// A call that was cut off is called done before its thread has ended.
        boolean mayRun() {
            return !task.isDone() || task.isCancelled();
        }
    }

    /// @param running where others find what runs here, to cut it off
    ToolBench(ThreadFactory threads, RunningCalls running) {
        this.threads = threads;
        this.running = running;
    }

    /// Starts a call that was written down.
    void start(Item.ToolCall call, Tool tool, Permit permit, Tool.Output output) {
        var lock = tool.runsBesideOthers() ? turns.readLock() : turns.writeLock();
        var task = new FutureTask<>(() -> {
            lock.lockInterruptibly();
            try {
                var outcome = tool.run(call, permit, output);
                return new Item.ToolResult(
                        call.call(), outcome.answer(), outcome.after(), outcome.text(), outcome.detail());
            } finally {
                lock.unlock();
            }
        });
        var thread = threads.newThread(task);
        benches.add(new Bench(call, task, thread));
        running.add(task);
        thread.start();
    }

    /// A call that is answered already: there is no such tool.
    void answer(Item.ToolCall call, Item.ToolResult result) {
        var task = new FutureTask<>(() -> result);
        task.run();
        benches.add(new Bench(call, task, Thread.currentThread()));
    }

    boolean isEmpty() {
        return benches.isEmpty();
    }

    /// The next results in call order: the first one is waited for, those that are done behind it
    /// come along. Empty when all were answered.
    List<Item.ToolResult> next() throws InterruptedException {
        var results = new ArrayList<Item.ToolResult>();
        while (!benches.isEmpty()
                && (results.isEmpty() || benches.getFirst().task().state() == Future.State.SUCCESS)) {
            results.add(result(benches.getFirst()));
            running.remove(benches.removeFirst().task());
        }
        return results;
    }

    private static Item.ToolResult result(Bench bench) throws InterruptedException {
        try {
            return bench.task().get();
        } catch (CancellationException cut) {
            throw new InterruptedException("cut off: " + bench.call().tool());
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof LostGate fenced) throw fenced;
            if (thrown.getCause() instanceof StackOverflowError)
                return Item.ToolResult.failed(
                        bench.call().call(), bench.call().tool() + " failed: it was asked for something too deep");
            throw new IllegalStateException(
                    "a tool threw instead of answering: " + bench.call().tool(), thrown.getCause());
        }
    }

    /// Ends what still runs and waits until it has ended: nothing may go on behind the turn's back.
    @Override
    public void close() {
        for (var bench : benches) running.remove(bench.task());
        benches.removeIf(bench -> !bench.mayRun());
        // What was cut off before is ending already, and is not disturbed in that.
        for (var bench : benches) bench.task().cancel(true);
        var interrupted = Thread.interrupted();
        try {
            for (var bench : benches) bench.thread().join(PATIENCE);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        benches.clear();
        if (interrupted) Thread.currentThread().interrupt();
    }
}
