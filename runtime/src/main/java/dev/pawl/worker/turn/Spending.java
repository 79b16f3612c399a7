package dev.pawl.worker.turn;

import dev.pawl.agent.Bound;
import dev.pawl.card.Usage;
import java.util.List;
import java.util.Optional;

/// What a thread's turns may use, and what was used beyond the turn at hand. Safe for use by many
/// threads.
public interface Spending {
    /// No bounds.
    Spending NONE = new Spending() {
        @Override
        public List<Bound> bounds() {
            return List.of();
        }

        @Override
        public Optional<Double> cost(Usage usage) {
            return Optional.empty();
        }

        @Override
        public double used(Bound bound) {
            return 0;
        }

        @Override
        public double raised(Bound bound) {
            return 0;
        }

        @Override
        public void raise(Bound bound, String answer, double amount) {}
    };

    List<Bound> bounds();

    /// USD; empty when the price of the thread's model is unknown.
    Optional<Double> cost(Usage usage);

    /// What was used so far within a scope beyond the turn, this turn included.
    double used(Bound bound);

    /// What a person allowed beyond the bound within such a scope.
    double raised(Bound bound);

    /// Keeps what a person allowed.
    ///
    /// @param answer names the answer: the same one again raises nothing
    void raise(Bound bound, String answer, double amount);
}
