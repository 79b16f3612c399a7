package dev.pawl.tool.fence;

import dev.pawl.id.CallId;
import java.nio.file.Path;
import java.util.Optional;

/// The right of one worker to act for one thread on this machine. The store's gate keeps a worker
/// that lost its turn from writing; this keeps it from starting commands and changing files.
///
/// A right that is only looked at is worth nothing to a process that is stopped between the look
/// and the act. So an act is bound to a name in the file system that the next worker takes away
/// before it goes on: the act fails then, whenever it comes. Safe for use by many threads.
public interface Fence {
    /// For what belongs to no turn: a person's own command line.
    static Fence none() {
        return new NoFence();
    }

    /// The folder that bears this name for as long as the right is held. What must not happen
    /// afterwards is reached through it. Empty where there is nothing to hold.
    Optional<Path> place();

    /// Whether the right is still held. Only to be trusted for what is bound to a name as well.
    boolean holds();

    /// Notes that the call's effect begins now.
    ///
    /// @throws dev.pawl.kernel.LostGate when another worker acts for the thread by now
    void begin(CallId call);

    /// Ends the acts of a worker that holds the right no longer.
    ///
    /// @throws dev.pawl.kernel.LostGate when it is held no longer
    void check();

    /// Whether the effect of a call without a result may have begun under an earlier worker.
    /// Unknown is yes.
    boolean mayHaveBegun(CallId call);

    /// The worker that held the right before, unless it had brought its turn to an end.
    Optional<Holder> earlier();

    /// All calls of earlier workers are settled: what is open from now on was begun by this one.
    void settled();

    /// The turn is over: what was noted for a successor is not needed any more.
    void over();

    /// The number of the worker among those that acted for the thread; makes names unlike theirs.
    long epoch();

    /// A process that held the right.
    ///
    /// @param startTicks with the pid they name one process of one start of the machine
    record Holder(long pid, long startTicks) {}
}
