package dev.pawl.config;

import dev.pawl.http.Proxies;
import java.util.Map;
import java.util.Optional;

/// The variables of the process. A variable that is set to nothing counts as not set.
public record Environment(Map<String, String> variables) {
    public Environment {
        variables = Map.copyOf(variables);
    }

    public Optional<String> get(String name) {
        var value = variables.get(name);
        return value == null || value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    /// The way to servers elsewhere.
    public Proxies proxies() {
        return new Proxies(variables);
    }

    /// The value, empty when it is not set.
    public String text(String name) {
        return variables.getOrDefault(name, "");
    }
}
