package dev.pawl.worker;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A tool that counts how often it ran, and can be held while it runs.
final class CountingTool implements Tool {
    private final String name;
    private final Replay replay;
    private final boolean parallel;
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean interrupted;

    CountingTool(String name, Replay replay, boolean parallel) {
        this.name = name;
        this.replay = replay;
        this.parallel = parallel;
    }

    /// Calls from now on do not end by themselves.
    CountingTool held() {
        gate = new CountDownLatch(1);
        return this;
    }

    /// Those that were held end now.
    void release() {
        gate.countDown();
    }

    List<String> ran() {
        return ran;
    }

    CountDownLatch entered() {
        return entered;
    }

    boolean wasInterrupted() {
        return interrupted;
    }

    @Override
    public ToolSpec spec() {
        return new ToolSpec.Function(name, "counts", "{}");
    }

    @Override
    public Replay replay() {
        return replay;
    }

    @Override
    public boolean runsBesideOthers() {
        return parallel;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Command("run " + call.call(), "/");
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.Command(
                List.of(name),
                name,
                List.of(List.of(name)),
                "/",
                new Intent.Wish(false, ""),
                Deferred.of(
                        new Intent.Evidence(List.of(), List.of(), call.call().value())));
    }

    @Override
    public Outcome run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        ran.add(call.call().value());
        entered.countDown();
        try {
            gate.await();
        } catch (InterruptedException ended) {
            interrupted = true;
            throw ended;
        }
        return Outcome.success("ran " + call.call());
    }
}
