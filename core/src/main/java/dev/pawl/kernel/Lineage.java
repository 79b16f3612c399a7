package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;

/// Where a request came from: how deep in a chain of agents calling agents, and who is answered.
public record Lineage(int depth, Caller caller) {
    /// A chain this long is refused: it is a loop.
    public static final int DEEPEST = 20;

    public Lineage {
        if (depth < 0) throw new IllegalArgumentException("depth below zero: " + depth);
    }

    /// Who asked.
    public sealed interface Caller {
        /// A person or a program; the deliverable is read from the log.
        record Outside(String source) implements Caller {}

        /// A call of another agent's turn; the deliverable is reported to it.
        record Parent(Gate gate, CallId call) implements Caller {}

        /// A call of another agent's turn that does not stay open for the deliverable. The agent
        /// gets a notice of it, whatever it does by then.
        ///
        /// @param manner how the model of that agent is told; empty when a tool reads the notice
        record Spawner(AgentId agent, TurnId turn, CallId call, String manner) implements Caller {
            /// Whether only a tool of the turn wants the deliverable: nothing is left to do for
            /// when that turn is over.
            public boolean collects() {
                return manner.isEmpty();
            }
        }
    }

    public static Lineage root(String source) {
        return new Lineage(0, new Caller.Outside(source));
    }

    /// The request of a turn at `depth` that waits for the answer in `call`.
    public static Lineage childOf(Gate gate, CallId call, int depth) {
        return new Lineage(depth + 1, new Caller.Parent(gate, call));
    }

    /// The request of a turn at `depth` that goes on meanwhile and gets a notice.
    public static Lineage spawnedBy(Caller.Spawner spawner, int depth) {
        return new Lineage(depth + 1, spawner);
    }

    /// A request passed on by an agent that does not wait for the answer.
    public static Lineage peerOf(String source, int depth) {
        return new Lineage(depth, new Caller.Outside(source));
    }

    public boolean tooDeep() {
        return depth >= DEEPEST;
    }

    public String source() {
        return switch (caller) {
            case Caller.Outside(var source) -> source;
            case Caller.Parent(var gate, var _) -> gate.agent().value();
            case Caller.Spawner spawner -> spawner.agent().value();
        };
    }
}
