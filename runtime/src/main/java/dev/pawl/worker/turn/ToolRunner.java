package dev.pawl.worker.turn;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.kernel.LostGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/// Runs the calls of one step as they come in: side by side where the tools allow it, one after the
/// other where they don't. Results are asked for in call order; one that nobody asks for is handed
/// out by its own thread after a moment. Closing it ends what still runs.
final class ToolRunner implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// Most results are asked for sooner, and written together with others.
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final ThreadFactory threads;
    private final RunningCalls running;
    private final Consumer<Item.ToolResult> early;
    private final ReentrantReadWriteLock turns = new ReentrantReadWriteLock(true);
    private final List<Bench> benches = new ArrayList<>();

    /// @param taken open until the result was asked for
    private record Bench(Item.ToolCall call, FutureTask<Tool.Outcome> task, Thread thread, CountDownLatch taken) {
        /// A call that was cut off is called done before its thread has ended.
        boolean mayRun() {
            return !task.isDone() || task.isCancelled();
        }
    }

    /// A call that has come to something.
    record Ended(Item.ToolCall call, Tool.Outcome outcome) {
        Optional<Item.ToolResult> result() {
            return switch (outcome) {
                case Tool.Outcome.Done(var answer, var after, var text, var detail) ->
                    Optional.of(new Item.ToolResult(call.call(), answer, after, text, detail));
                case Tool.Outcome.Waits _ -> Optional.empty();
            };
        }
    }

    /// @param running where others find what runs here, to cut it off
    ToolRunner(ThreadFactory threads, RunningCalls running) {
        this(threads, running, _ -> {});
    }

    /// @param early gets a result that is known and not asked for, on the call's own thread
    ToolRunner(ThreadFactory threads, RunningCalls running, Consumer<Item.ToolResult> early) {
        this.threads = threads;
        this.running = running;
        this.early = early;
    }

    /// Starts a call that was written down.
    void start(Item.ToolCall call, Tool tool, RunMode runMode, Tool.Output output) {
        var lock = tool.runsBesideOthers() ? turns.readLock() : turns.writeLock();
        var task = new FutureTask<Tool.Outcome>(() -> {
            lock.lockInterruptibly();
            try {
                return tool.run(call, runMode, output);
            } finally {
                lock.unlock();
            }
        });
        var taken = new CountDownLatch(1);
        var thread = threads.newThread(() -> {
            task.run();
            handOut(call, task, taken);
        });
        benches.add(new Bench(call, task, thread, taken));
        running.add(task);
        thread.start();
    }

    /// A call that is answered already: there is no such tool.
    void answer(Item.ToolCall call, Tool.Outcome.Done outcome) {
        var task = new FutureTask<Tool.Outcome>(() -> outcome);
        task.run();
        benches.add(new Bench(call, task, Thread.currentThread(), new CountDownLatch(0)));
    }

    private void handOut(Item.ToolCall call, FutureTask<Tool.Outcome> task, CountDownLatch taken) {
        try {
            if (task.state() == Future.State.SUCCESS && !taken.await(MOMENT.toMillis(), TimeUnit.MILLISECONDS))
                new Ended(call, task.resultNow()).result().ifPresent(early);
        } catch (InterruptedException ended) {
            // Whoever ended it wants no result.
        }
    }

    boolean isEmpty() {
        return benches.isEmpty();
    }

    /// What calls came to, in call order: the first one is waited for, those that are done behind
    /// it come along. Empty when there are no more.
    List<Ended> next() throws InterruptedException {
        var results = new ArrayList<Ended>();
        while (!benches.isEmpty()
                && (results.isEmpty() || benches.getFirst().task().state() == Future.State.SUCCESS)) {
            results.add(new Ended(benches.getFirst().call(), outcome(benches.getFirst())));
            benches.getFirst().taken().countDown();
            running.remove(benches.removeFirst().task());
        }
        return results;
    }

    private static Tool.Outcome outcome(Bench bench) throws InterruptedException {
        try {
            return bench.task().get();
        } catch (CancellationException cut) {
            throw new InterruptedException("cut off: " + bench.call().tool());
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof LostGate fenced) throw fenced;
            if (thrown.getCause() instanceof StackOverflowError)
                return Tool.Outcome.failed(bench.call().tool() + " failed: it was asked for something too deep");
            throw new IllegalStateException(
                    "a tool threw instead of answering: " + bench.call().tool(), thrown.getCause());
        }
    }

    /// False when the wait was interrupted: who ends a turn may do so twice.
    private static boolean hasEnded(Thread call, long untilNanos) {
        try {
            call.join(Duration.ofNanos(Math.max(0, untilNanos - System.nanoTime())));
            return true;
        } catch (InterruptedException again) {
            return false;
        }
    }

    /// Ends what still runs and waits until it has ended: nothing may go on behind the turn's back.
    @Override
    public void close() {
        for (var bench : benches) {
            bench.taken().countDown();
            running.remove(bench.task());
        }
        benches.removeIf(bench -> !bench.mayRun());
        // What was cut off before is ending already, and is not disturbed in that.
        for (var bench : benches) bench.task().cancel(true);
        var interrupted = Thread.interrupted();
        var until = System.nanoTime() + PATIENCE.toNanos();
        for (var bench : benches) {
            while (!hasEnded(bench.thread(), until)) interrupted = true;
        }
        benches.clear();
        if (interrupted) Thread.currentThread().interrupt();
    }
}
