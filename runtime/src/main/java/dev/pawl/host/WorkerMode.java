package dev.pawl.host;

import dev.pawl.id.WorkerTarget;
import dev.pawl.worker.Recovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which turns a host runs.
public sealed interface WorkerMode {
    /// The most turns that one process runs at a time.
    int TURNS_AT_ONCE = 512;

    /// The pool of turns that are asked for here.
    WorkerTarget pool();

    /// The pool of those that any machine may run, where there is one.
    default Optional<WorkerTarget> anywhere() {
        return switch (this) {
            case None _, Family _ -> Optional.empty();
            case Watch(var _, var shared) -> Optional.of(shared);
            case Target target -> target.also().stream().findFirst();
        };
    }

    /// None: threads are read and ordered, and other processes run their turns.
    record None(WorkerTarget pool) implements WorkerMode {}

    /// None, but other processes that run the turns of a pool are heard: a server without a worker.
    ///
    /// @param shared the pool of turns that any machine may run
    record Watch(WorkerTarget pool, WorkerTarget shared) implements WorkerMode {}

    /// Those of the threads that the caller carries, and of the agents these call: what a
    /// short-lived command needs. Turns run only during [Host#carry].
    ///
    /// @param pool of this process alone
    record Family(WorkerTarget pool) implements WorkerMode {}

    /// All of some pools, until the host is closed.
    ///
    /// @param also  the pools it serves beside its own
    /// @param slots how many at a time
    /// @param scope which turns that other processes left are taken over
    record Target(WorkerTarget pool, List<WorkerTarget> also, int slots, Recovery.Scope scope) implements WorkerMode {
        public Target {
            also = List.copyOf(also);
        }

        List<WorkerTarget> served() {
            var all = new ArrayList<WorkerTarget>(List.of(pool));
            all.addAll(also);
            return all;
        }
    }

    static WorkerMode none() {
        return new None(new WorkerTarget("none"));
    }

    /// @param surface and machine, as in `exec@HOST`
    /// @param nonce   tells this process from others of the surface
    static WorkerMode family(WorkerTarget surface, String nonce) {
        return new Family(new WorkerTarget(surface + "/" + nonce));
    }

    static WorkerMode target(WorkerTarget pool) {
        return new Target(pool, List.of(), TURNS_AT_ONCE, Recovery.Scope.OWN);
    }
}
