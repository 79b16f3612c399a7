package dev.pawl.tool.shell;

import dev.pawl.tool.process.ProcessTable;
import dev.pawl.tool.process.ProcessTable.Entry;
import dev.pawl.tool.system.Signals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// A command and everything it started: its session, its descendants, and whoever carries its tag
/// in the environment, so that children which made a session of their own are found too.
///
/// A group is named by its leader's pid and start. Once the leader is gone its number may belong to
/// strangers, so then only the tag counts.
public record ProcessGroup(long leader, long startTicks, String boot, String tag) {
    public static final String TAG = "PAWL_CALL_ID";
    private static final long GRACE_NANOS = 100_000_000;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 2_000_000;

    public static ProcessGroup of(long pid, String tag) {
        var start = ProcessTable.find(pid).map(Entry::startTicks).orElse(-1L);
        return new ProcessGroup(pid, start, ProcessTable.boot(), tag);
    }

    /// Whether the leader is still the process it was, and runs: one that has ended and waits for
    /// its parent to take notice does not.
    public boolean isAlive() {
        return isLed()
                && ProcessTable.find(leader).filter(entry -> !entry.gone()).isPresent();
    }

    /// What Ctrl-C does to whom it reaches; whoever listens ends by itself. A shell without job
    /// control starts what runs in the background deaf to it, Pawl and all its children included:
    /// those are asked to end instead.
    void interrupt() {
        for (var member : members(isLed())) {
            if (ProcessTable.ignoresInterrupts(member.pid()))
                ProcessHandle.of(member.pid()).ifPresent(ProcessHandle::destroy);
            else Signals.interrupt(member.pid());
        }
    }

    /// Ends all of it: asks first, then insists after 100 ms, and returns when nothing is left.
    /// Returns how many processes were asked to end. An interrupt is kept for later.
    public int end() {
        var began = System.nanoTime();
        var interrupted = false;
        var led = isLed();
        var asked = new HashSet<Long>();
        while (true) {
            var members = members(led);
            var elapsed = System.nanoTime() - began;
            // What survives SIGKILL for so long hangs in the kernel, and no one can end it.
            if (members.isEmpty() || elapsed > LONGEST_NANOS) break;
            for (var member : members) {
                var first = asked.add(member.pid());
                var handle = ProcessHandle.of(member.pid());
                if (elapsed > GRACE_NANOS) handle.ifPresent(ProcessHandle::destroyForcibly);
                else if (first) handle.ifPresent(ProcessHandle::destroy);
            }
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (interrupted) Thread.currentThread().interrupt();
        return asked.size();
    }

    /// Whether the leader is still the process it was.
    private boolean isLed() {
        return boot.equals(ProcessTable.boot())
                && ProcessTable.find(leader)
                        .filter(entry -> entry.startTicks() == startTicks)
                        .isPresent();
    }

    private List<Entry> members(boolean led) {
        var self = ProcessHandle.current().pid();
        var all = ProcessTable.all();
        Predicate<Entry> known =
                entry -> (led && (entry.pid() == leader || entry.group() == leader || entry.sid() == leader))
                        || ProcessTable.hasVariable(entry.pid(), TAG, tag);
        var pids = new HashSet<Long>();
        var found = new ArrayList<Entry>();
        for (var entry : all) {
            if (entry.pid() != self && known.test(entry) && pids.add(entry.pid())) found.add(entry);
        }
        for (var grew = true; grew; ) {
            grew = false;
            for (var entry : all) {
                if (pids.contains(entry.parent()) && entry.pid() != self && pids.add(entry.pid())) {
                    grew = found.add(entry);
                }
            }
        }
        found.removeIf(Entry::gone);
        return found;
    }
}
