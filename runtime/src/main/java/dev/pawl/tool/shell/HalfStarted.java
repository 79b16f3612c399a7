package dev.pawl.tool.shell;

import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.process.ProcessTable;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Children that a process has made and that have not become their command yet. For this moment a
/// child is its parent's image: it carries no tag and is on no record, so nobody would find it.
///
/// It takes microseconds. Only a child that was stopped together with its parent stays one for
/// longer, and would become its command when both go on.
final class HalfStarted {
    private static final long LONGEST_NANOS = 2_000_000_000L;
    private static final long PAUSE_NANOS = 1_000_000;

    private HalfStarted() {}

    /// Returns when there is none left: each has become its command, which carries its tag, or was
    /// ended. Those of this process are only waited for: they may be of another turn.
    static void end(Fence.Holder holder) {
        var began = System.nanoTime();
        var own = holder.pid() == ProcessHandle.current().pid();
        var interrupted = false;
        while (true) {
            var children = of(holder);
            var late = System.nanoTime() - began > LONGEST_NANOS;
            if (children.isEmpty() || (own && late)) break;
            for (var child : children) {
                if (!own && (late || child.stopped()))
                    ProcessHandle.of(child.pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static List<ProcessTable.Entry> of(Fence.Holder holder) {
        var same = ProcessTable.find(holder.pid())
                .filter(process -> process.startTicks() == holder.startTicks() && !process.gone());
        if (same.isEmpty()) return List.of();
        var words = ProcessTable.words(holder.pid());
        return ProcessTable.all().stream()
                .filter(child -> child.parent() == holder.pid() && !child.gone())
                .filter(child ->
                        !words.isEmpty() && ProcessTable.words(child.pid()).equals(words))
                .toList();
    }
}
