package dev.pawl.worker;

import dev.pawl.kernel.Gate;
import dev.pawl.worker.turn.TurnRun;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The threads that run turns, by gate: at most `size` at a time. Safe for use by many threads.
///
/// A thread may begin its turn itself; until it says so with [#hold] the gate is not taken for
/// held.
final class RunningTurns {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Gate, RunningTurn> running = new HashMap<>();
    private final Set<Gate> held = new HashSet<>();
    private final ThreadFactory threads;
    private final int size;
    private final Consumer<TurnRun> whenOver;
    private final Runnable whenFree;
    private Set<Gate> suspects = Set.of();
    private boolean ending;
    private volatile boolean draining;

    private record RunningTurn(Thread thread, TurnRun turn) {
        void end() {
            thread.interrupt();
            turn.cutCalls();
        }
    }

    /// @param whenOver gets each turn whose run is over, before its slot is free
    /// @param whenFree is called when a slot got free
    RunningTurns(int size, ThreadFactory threads, Consumer<TurnRun> whenOver, Runnable whenFree) {
        this.size = size;
        this.threads = threads;
        this.whenOver = whenOver;
        this.whenFree = whenFree;
    }

    int free() {
        lock.lock();
        try {
            return draining ? 0 : Math.max(0, size - running.size());
        } finally {
            lock.unlock();
        }
    }

    /// No slot is free from now on, and turns leave theirs after the step they are at.
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return running.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// The thread of this gate has begun its turn.
    void hold(Gate gate) {
        lock.lock();
        try {
            held.add(gate);
        } finally {
            lock.unlock();
        }
    }

    /// Runs the turn, unless it runs here already: what the ledger answers twice is run once.
    void start(Gate gate, TurnRun turn) {
        lock.lock();
        try {
            if (running.containsKey(gate)) return;
            var thread = threads.newThread(() -> {
                try {
                    turn.run();
                } finally {
                    leave(gate, turn);
                }
            });
            running.put(gate, new RunningTurn(thread, turn));
            thread.start();
        } finally {
            lock.unlock();
        }
    }

    /// The turn of this thread is over, and what it still does needs no gate. An interrupt that
    /// came for the gate's sake is taken back.
    void letGo(Gate gate) {
        lock.lock();
        try {
            held.remove(gate);
            if (!ending) Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Gate gate, TurnRun turn) {
        whenOver.accept(turn);
        lock.lock();
        try {
            running.remove(gate);
            held.remove(gate);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        whenFree.run();
    }

    void interrupt(Gate gate) {
        lock.lock();
        try {
            var hand = running.get(gate);
            if (hand != null && held.contains(gate)) hand.end();
        } finally {
            lock.unlock();
        }
    }

    /// Compares with what the store says this worker holds. Who lost its gate is interrupted.
    /// Answers the turns nobody here runs, once they were seen so twice: a turn that was just taken
    /// up is in the store before it is here.
    List<Gate> compare(Set<Gate> before, Set<Gate> inTheStore) {
        lock.lock();
        try {
            running.forEach((gate, hand) -> {
                var lost = held.contains(gate) && before.contains(gate) && !inTheStore.contains(gate);
                if (lost) hand.end();
            });
            var strangers = new HashSet<>(inTheStore);
            strangers.removeAll(running.keySet());
            var forgotten = strangers.stream().filter(suspects::contains).toList();
            suspects = strangers;
            return forgotten;
        } finally {
            lock.unlock();
        }
    }

    /// The gates that turns run with here.
    Set<Gate> gates() {
        lock.lock();
        try {
            return Set.copyOf(held);
        } finally {
            lock.unlock();
        }
    }

    /// Ends whoever holds a gate.
    void interruptAll() {
        lock.lock();
        try {
            held.forEach(this::interrupt);
        } finally {
            lock.unlock();
        }
    }

    /// Ends everybody, those whose turn is over, too.
    void endAll() {
        lock.lock();
        try {
            ending = true;
            running.values().forEach(RunningTurn::end);
        } finally {
            lock.unlock();
        }
    }

    /// Waits until nobody runs any more, or the time is up.
    boolean awaitEmpty(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            var left = patience.toNanos();
            while (!running.isEmpty() && left > 0) left = changed.awaitNanos(left);
            return running.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
