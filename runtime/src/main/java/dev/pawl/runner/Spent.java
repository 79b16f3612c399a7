package dev.pawl.runner;

import dev.pawl.card.Usage;
import dev.pawl.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// What a workflow took so far.
///
/// @param since when it was asked for
/// @param elapsed from then until now, or until its last turn ended
/// @param usage the tokens of all its turns
/// @param usd what they cost; empty when nobody said what the model costs
public record Spent(Instant since, Duration elapsed, Usage usage, Optional<Double> usd) {
    public static final Spent NOTHING = new Spent(Instant.EPOCH, Duration.ZERO, Usage.NONE, Optional.empty());

    Json.Obj into(Json.Obj status) {
        return status.with("started_at", since.equals(Instant.EPOCH) ? "" : since.toString())
                .with("elapsed_ms", elapsed.toMillis())
                .with(
                        "tokens",
                        Json.object()
                                .with("input", usage.input())
                                .with("cached", usage.cachedInput())
                                .with("output", usage.output())
                                .with("reasoning", usage.reasoning()))
                .with(
                        "cost_usd",
                        usd.<Json>map(cost -> new Json.Num(String.format(Locale.ROOT, "%.6f", cost)))
                                .orElse(new Json.Null()));
    }
}
