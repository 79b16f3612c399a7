package dev.pawl.tool.sandbox;

import dev.pawl.tool.process.MachineLoad;
import dev.pawl.tool.process.ProcessMark;
import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.process.ProcessTable.Entry;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Ends a confined command that takes more of the machine than its limits allow, on every system
/// and for every user: the kernel's own limits do not count for root, and a control group is not
/// ours to make on most machines.
///
/// One thread looks at the whole machine, by two small files: as long as it uses less than one
/// command may, no command is over its limits. Only then does another thread count processes. The
/// two are apart because counting starves while thousands of processes want to run, and the look
/// does not. Safe for use by many threads.
final class ResourceWatch {
    private static final long LOOK_NANOS = 25_000_000;
    /// Counting all processes costs more than a look.
    private static final long COUNT_NANOS = 200_000_000;
    /// Commands that were ended are gone within this time.
    private static final long RECOVERY_NANOS = 2_000_000_000;

    private static final long PAGE_BYTES = 4096;
    /// With less than this the kernel soon ends processes of its own choice.
    private static final long LEAST_FREE_BYTES = 192 * ResourceLimits.MEGABYTE;

    private static final long LEAST_FREE_PART = 32;
    /// So many processes above the limit are not counted any more.
    private static final int MOST_ABOVE = 1000;

    private final ResourceLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /// In the order of their start.
    private final List<WatchedChild> running = new ArrayList<>();
    private boolean started;
    private boolean isCountWanted;
    /// What ran on the machine before the first of those that run.
    private long threadsBefore;
    private long lastEnded = System.nanoTime() - RECOVERY_NANOS;

    ResourceWatch(ResourceLimits limits) {
        this.limits = limits;
    }

    /// The same child, ended when it goes over the limits.
    Child watch(SpawnedChild child, Launch.Streams streams) {
        var watched = new WatchedChild(child, streams, this::forget);
        lock.lock();
        try {
            if (running.isEmpty())
                threadsBefore = MachineLoad.now().map(MachineLoad::threads).orElse(0L);
            running.add(watched);
            changed.signalAll();
            if (!started) {
                Thread.ofPlatform().daemon().name("pawl-limits").start(this::look);
                Thread.ofPlatform().daemon().name("pawl-counts").start(this::count);
            }
            started = true;
        } finally {
            lock.unlock();
        }
        return watched;
    }

    private void forget(WatchedChild child) {
        lock.lock();
        try {
            running.remove(child);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // for as long as the process lives
    private void look() {
        while (true) {
            var load = awaitCommands();
            if (load.isPresent() && isFlooded(load.get())) endNewest();
            else if (load.isPresent() && mayBeOver(load.get())) wantCount();
            pause(LOOK_NANOS);
        }
    }

    private Optional<MachineLoad> awaitCommands() {
        lock.lock();
        try {
            while (running.isEmpty()) changed.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
        return MachineLoad.now();
    }

    private void wantCount() {
        lock.lock();
        try {
            isCountWanted = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // for as long as the process lives
    private void count() {
        while (true) {
            count(awaitCount());
            pause(COUNT_NANOS);
        }
    }

    private List<WatchedChild> awaitCount() {
        lock.lock();
        try {
            while (!isCountWanted) changed.awaitUninterruptibly();
            isCountWanted = false;
            return List.copyOf(running);
        } finally {
            lock.unlock();
        }
    }

    private static void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException ignored) {
            // Nothing interrupts this thread: it lives as long as the process.
        }
    }

    private boolean isFlooded(MachineLoad load) {
        return limits.processes() > 0
                && load.threads() - threadsBefore > limits.processes() + Math.max(limits.processes() / 4, MOST_ABOVE);
    }

    /// The flood began with one of the last.
    private void endNewest() {
        Optional<WatchedChild> newest;
        lock.lock();
        try {
            newest = running.reversed().stream()
                    .filter(child -> !child.isEnded())
                    .findFirst();
        } finally {
            lock.unlock();
        }
        newest.ifPresent(child -> end(
                child,
                "thousands of processes were started; the limit is " + limits.processes()
                        + " (pawl.limits.processes)"));
        if (newest.isPresent()) pause(4 * LOOK_NANOS);
    }

    private boolean mayBeOver(MachineLoad load) {
        return isOver(load.threads(), limits.processes())
                || isOver(load.totalBytes() - load.availableBytes(), limits.memoryBytes())
                || isRunningOut(load);
    }

    private static boolean isOver(long used, long limit) {
        return limit > 0 && used > limit;
    }

    private boolean isRunningOut(MachineLoad load) {
        return limits.memoryBytes() > 0
                && load.availableBytes() < Math.min(LEAST_FREE_BYTES, load.totalBytes() / LEAST_FREE_PART);
    }

    private record Usage(WatchedChild child, int processes, long bytes) {}

    private void count(List<WatchedChild> children) {
        var all = ProcessTable.all();
        var usages = children.stream().map(child -> usage(child, all)).toList();
        for (var usage : usages) {
            if (isOver(usage.processes(), limits.processes()))
                end(
                        usage.child(),
                        "it ran " + usage.processes() + " processes and threads; the limit is " + limits.processes()
                                + " (pawl.limits.processes)");
            else if (isOver(usage.bytes(), limits.memoryBytes()))
                end(
                        usage.child(),
                        "it used " + ResourceLimits.shown(usage.bytes()) + " of memory; the limit is "
                                + ResourceLimits.shown(limits.memoryBytes()) + " (pawl.limits.memory_mb)");
        }
        // Memory that no process shows as its own: files in memory, segments without a process.
        if (MachineLoad.now().filter(this::isRunningOut).isEmpty()) return;
        if (hasJustEnded()) return;
        usages.stream()
                .max(Comparator.comparingLong(Usage::bytes))
                .ifPresent(largest ->
                        end(largest.child(), "the machine was running out of memory (pawl.limits.memory_mb)"));
    }

    private boolean hasJustEnded() {
        lock.lock();
        try {
            return System.nanoTime() - lastEnded < RECOVERY_NANOS;
        } finally {
            lock.unlock();
        }
    }

    private void end(WatchedChild child, String why) {
        lock.lock();
        try {
            lastEnded = System.nanoTime();
        } finally {
            lock.unlock();
        }
        child.endFor(why);
    }

    private Usage usage(WatchedChild child, List<Entry> all) {
        var members = members(child, all);
        var processes =
                members.stream().mapToInt(entry -> entry.size().threads()).sum();
        var bytes = members.stream()
                .mapToLong(entry -> entry.size().residentPages() * PAGE_BYTES)
                .sum();
        if (isOver(processes, limits.processes()) || !isOver(bytes, limits.memoryBytes()))
            return new Usage(child, processes, bytes);
        // What processes share was counted for each of them.
        var exact = members.stream().mapToLong(ResourceWatch::ownBytes).sum();
        return new Usage(child, processes, exact);
    }

    /// A process that has ended since it was listed holds nothing; of one that may not be looked
    /// into, all counts.
    private static long ownBytes(Entry listed) {
        return ProcessTable.proportionalBytes(listed.pid())
                .orElseGet(() -> ProcessTable.find(listed.pid())
                        .filter(now -> now.startTicks() == listed.startTicks())
                        .map(now -> now.size().residentPages() * PAGE_BYTES)
                        .orElse(0L));
    }

    /// The descendants of the command's first process; where there is no process namespace, also
    /// those that have lost their parents and are known by their mark.
    private static List<Entry> members(WatchedChild child, List<Entry> all) {
        var pids = new HashSet<Long>();
        pids.add(child.pid());
        var found = new ArrayList<Entry>();
        for (var entry : all) {
            if (entry.pid() == child.pid() || isMarked(entry, child.mark())) {
                pids.add(entry.pid());
                found.add(entry);
            }
        }
        for (var grew = true; grew; ) {
            grew = false;
            for (var entry : all) {
                if (pids.contains(entry.parent()) && pids.add(entry.pid())) grew = found.add(entry);
            }
        }
        return found;
    }

    private static boolean isMarked(Entry entry, Optional<ProcessMark> mark) {
        return mark.isPresent() && mark.get().isOn(entry);
    }
}
