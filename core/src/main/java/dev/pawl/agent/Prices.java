package dev.pawl.agent;

import dev.pawl.card.Usage;
import java.util.Map;
import java.util.Optional;

/// What models cost, by name. Immutable.
public record Prices(Map<String, Price> models) {
    private static final double MILLION = 1_000_000;

    public static final Prices NONE = new Prices(Map.of());

    public Prices {
        models = Map.copyOf(models);
    }

    /// USD for a million tokens.
    public record Price(double input, double cached, double output) {}

    /// What this use costs; empty when nobody said what the model costs.
    public Optional<Double> cost(String model, Usage usage) {
        return Optional.ofNullable(models.get(model)).map(price -> {
            var cached = Math.min(usage.cachedInput(), usage.input());
            return ((usage.input() - cached) * price.input()
                            + cached * price.cached()
                            + usage.output() * price.output())
                    / MILLION;
        });
    }

    public boolean knows(String model) {
        return models.containsKey(model);
    }
}
