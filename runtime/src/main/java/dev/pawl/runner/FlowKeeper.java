package dev.pawl.runner;

import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.NextWork;
import dev.pawl.workflow.WorkflowRows.Head;
import dev.pawl.workflow.WorkflowStore;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Goes on with the workflows of this machine that no process runs, until it is closed: what a
/// long-lived process does for them. Watchers hear of every change. Safe for use by many threads.
public final class FlowKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlowKeeper.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    /// A command line that has just given a command goes on with it itself.
    private static final Duration GRACE = Duration.ofSeconds(3);
    /// After a run that failed.
    private static final Duration REST = Duration.ofSeconds(60);

    private final Terms terms;
    private final Sources sources;
    private final Consumer<ThreadId> changed;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Map<String, Thread> running = new ConcurrentHashMap<>();
    /// Asked for while it ran: it may have looked before that.
    private final Set<String> again = ConcurrentHashMap.newKeySet();

    private final Map<String, Long> failed = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread looking;

    /// @param prefix what the names of this machine's workspaces begin with
    /// @param goesOn whether workflows go on here by themselves
    public record Terms(String prefix, boolean goesOn) {}

    /// @param sites opens the site of a workspace
    /// @param waits whether a thread waits for a person
    /// @param names a name for each run: the lease tells them apart
    public record Sources(
            Supplier<WorkflowStore> store,
            Function<String, FlowSite> sites,
            Predicate<ThreadId> waits,
            Supplier<WorkerId> names,
            Predicate<WorkerId> isDead,
            InstantSource clock) {}

    private record Seen(ThreadId thread, long revision, long sinceNanos) {}

    /// @param changed hears of a thread whose workflow has changed, whoever changed it
    public FlowKeeper(Terms terms, Sources sources, Consumer<ThreadId> changed) {
        this.terms = terms;
        this.sources = sources;
        this.changed = changed;
        this.looking = Thread.ofVirtual().name("pawl-flows").start(this::watch);
    }

    private void watch() {
        try {
            while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    look();
                } catch (RuntimeException away) {
                    LOG.warn("workflows: {}", away.getMessage(), away);
                }
            }
        } catch (InterruptedException closed) {
            // It is closed.
        }
    }

    private void look() {
        var there = new HashSet<String>();
        for (var head : sources.store().get().active()) {
            if (!head.workspace().startsWith(terms.prefix())) continue;
            there.add(head.workspace());
            var isStill = !isNews(head);
            if (terms.goesOn() && isStill && isLeft(head)) goOn(head.workspace());
        }
        forget(there);
    }

    /// Whether the workflow has changed within the last moments.
    private boolean isNews(Head head) {
        var now = System.nanoTime();
        var before = seen.get(head.workspace());
        if (before == null || before.revision() != head.revision()) {
            seen.put(head.workspace(), new Seen(head.thread(), head.revision(), now));
            if (before != null) changed.accept(head.thread());
            return true;
        }
        return now - before.sinceNanos() < GRACE.toNanos();
    }

    /// Those that are idle now.
    private void forget(Set<String> there) {
        seen.entrySet().removeIf(one -> {
            if (there.contains(one.getKey())) return false;
            changed.accept(one.getValue().thread());
            return true;
        });
    }

    private boolean isLeft(Head head) {
        if (head.paused() || running.containsKey(head.workspace())) return false;
        var failure = failed.get(head.workspace());
        if (failure != null && System.nanoTime() - failure < REST.toNanos()) return false;
        var isHeld = head.lease()
                .filter(lease -> lease.until().isAfter(sources.clock().instant())
                        && !sources.isDead().test(lease.owner()))
                .isPresent();
        if (isHeld) return false;
        // Only whether there is something to do: the limits do not change that.
        return switch (NextWork.of(sources.store().get().read(head.workspace()).flow(), FlowLimits.DEFAULT)) {
            case NextWork.Rest _ -> false;
            case NextWork.Carry _ -> !sources.waits().test(head.thread());
            case NextWork.Withdraw _,
                    NextWork.Open _,
                    NextWork.CheckPlan _,
                    NextWork.TakeBaseline _,
                    NextWork.Start _,
                    NextWork.AskDependency _,
                    NextWork.SkipDependant _,
                    NextWork.CountAttempt _,
                    NextWork.RunChecks _,
                    NextWork.End _,
                    NextWork.Archive _ -> true;
        };
    }

    /// Runs the workflow here until it rests or waits; nothing when it runs here or elsewhere.
    public void goOn(String workspace) {
        if (over.getCount() == 0) return;
        again.add(workspace);
        running.computeIfAbsent(
                workspace, name -> Thread.ofVirtual().name("pawl-flow").start(() -> run(name)));
    }

    private void run(String workspace) {
        again.remove(workspace);
        try {
            var listener = new FlowListener() {
                @Override
                public void warned(String words) {
                    LOG.warn("workflow of {}: {}", workspace, words);
                }
            };
            new WorkflowRun(
                            sources.sites().apply(workspace),
                            listener,
                            sources.names().get())
                    .run();
            failed.remove(workspace);
        } catch (InterruptedException ended) {
            // Another process has it, or this one ends: the journal knows the rest.
        } catch (IOException | RuntimeException problem) {
            failed.put(workspace, System.nanoTime());
            LOG.warn("the workflow of {} cannot go on: {}", workspace, problem.getMessage(), problem);
        } finally {
            running.remove(workspace);
            if (again.contains(workspace)) goOn(workspace);
        }
    }

    /// Ends the runs and leaves the workflows for the next process.
    @Override
    public void close() {
        over.countDown();
        looking.interrupt();
        var all = Set.copyOf(running.values());
        all.forEach(Thread::interrupt);
        try {
            for (var one : all) one.join(LOOK);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
