package dev.pawl.id;

/// Where new names come from. A source never answers the same text twice, and what it answers
/// later sorts later. Safe for use by many threads.
@FunctionalInterface
public interface IdSource {
    String fresh();

    default AgentId agent() {
        return new AgentId(fresh());
    }

    default TurnId turn() {
        return new TurnId(fresh());
    }

    default StepId step() {
        return new StepId(fresh());
    }

    default CallId call() {
        return new CallId(fresh());
    }

    default CardId card() {
        return new CardId(fresh());
    }

    default BoxId box() {
        return new BoxId(fresh());
    }

    default LetterId letter() {
        return new LetterId(fresh());
    }
}
