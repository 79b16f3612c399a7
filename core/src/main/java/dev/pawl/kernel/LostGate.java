package dev.pawl.kernel;

/// The writer's gate is no longer the head's: a newer epoch owns the agent, or the turn is over.
///
/// Nothing was written. The worker stops what it started and leaves without a trace.
public final class LostGate extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LostGate(Gate gate, HeadState state) {
        this(gate, "the head is " + state);
    }

    public LostGate(Gate gate, String why) {
        super("gate " + gate.turn() + " at epoch " + gate.epoch().value() + " of agent " + gate.agent() + " is lost: "
                + why);
    }

    /// An expected outcome of a race: no stack trace is worth its cost.
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
