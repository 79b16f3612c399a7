package dev.pawl.host;

import dev.pawl.agent.Bound;
import dev.pawl.agent.Prices;
import dev.pawl.card.Usage;
import dev.pawl.delegation.AgentTree;
import dev.pawl.gateway.UsageReader;
import dev.pawl.gateway.UsageReader.TurnUse;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.kernel.Ledger;
import dev.pawl.thread.Threads;
import dev.pawl.worker.turn.Spending;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a thread's turns may use, by the settings, and what was used by the logs. What a person
/// allowed is kept beside the thread, or beside the root of its tree. Safe for use by many threads.
public final class ThreadSpending implements Spending {
    private static final String NOTE = "raised.";

    private final Ledger ledger;
    private final Threads threads;
    private final ThreadId thread;
    private final String model;
    private final Terms terms;
    private final InstantSource clock;

    /// What the settings say.
    public record Terms(List<Bound> bounds, Prices prices) {
        public static final Terms NONE = new Terms(List.of(), Prices.NONE);

        public Terms {
            bounds = List.copyOf(bounds);
        }

        /// The bound in money that cannot hold because nobody said what the model costs.
        public Optional<Bound> unpriced(String model) {
            return bounds.stream()
                    .filter(bound -> bound.measure() == Bound.Measure.USD && !prices.knows(model))
                    .findFirst();
        }
    }

    public ThreadSpending(
            Ledger ledger, Threads threads, ThreadId thread, String model, Terms terms, InstantSource clock) {
        this.ledger = ledger;
        this.threads = threads;
        this.thread = thread;
        this.model = model;
        this.terms = terms;
        this.clock = clock;
    }

    @Override
    public List<Bound> bounds() {
        return terms.bounds();
    }

    @Override
    public Optional<Double> cost(Usage usage) {
        return terms.prices().cost(model, usage);
    }

    @Override
    public double used(Bound bound) {
        var usage = new UsageReader(ledger);
        var uses = switch (bound.scope()) {
            case TURN -> List.<TurnUse>of();
            case THREAD -> usage.of(thread);
            case TREE ->
                tree().family(root()).stream()
                        .flatMap(member -> usage.of(member).stream())
                        .toList();
            case DAY -> usage.since(midnight());
        };
        return uses.stream().mapToDouble(use -> amount(bound, use)).sum();
    }

    private Instant midnight() {
        return clock.instant().truncatedTo(ChronoUnit.DAYS);
    }

    private double amount(Bound bound, TurnUse use) {
        return switch (bound.measure()) {
            case STEPS -> use.steps();
            case SECONDS -> use.worked().toSeconds();
            case TOKENS -> use.usage().total();
            case USD -> terms.prices().cost(model(use.thread()), use.usage()).orElse(0.0);
            case TURNS -> 1;
        };
    }

    private String model(ThreadId of) {
        return of.equals(thread)
                ? model
                : threads.find(of).map(found -> found.setup().model()).orElse(model);
    }

    private AgentTree tree() {
        return new AgentTree(ledger, threads);
    }

    private ThreadId root() {
        return tree().root(thread);
    }

    @Override
    public double raised(Bound bound) {
        // What was allowed for a day was allowed for all threads.
        var kept = bound.scope() == Bound.Scope.DAY
                ? List.copyOf(threads.noted(name(bound)).values())
                : List.of(threads.notes(keeper(bound)).getOrDefault(name(bound), ""));
        return kept.stream().mapToDouble(ThreadSpending::sum).sum();
    }

    private static double sum(String kept) {
        if (kept.isEmpty() || !(Json.parse(kept) instanceof Json.Obj raises)) return 0;
        return raises.fields().values().stream()
                .filter(Json.Num.class::isInstance)
                .mapToDouble(amount -> Double.parseDouble(((Json.Num) amount).digits()))
                .sum();
    }

    @Override
    public void raise(Bound bound, String answer, double amount) {
        var notes = threads.notes(keeper(bound)).getOrDefault(name(bound), "");
        if (notes.contains('"' + answer + '"')) return;
        threads.note(keeper(bound), name(bound), kept -> {
            var raises = kept.isEmpty() || !(Json.parse(kept) instanceof Json.Obj known) ? Json.object() : known;
            return raises.with(answer, new Json.Num(Double.toString(amount))).write();
        });
    }

    private ThreadId keeper(Bound bound) {
        return bound.scope() == Bound.Scope.THREAD ? thread : root();
    }

    private String name(Bound bound) {
        var day = bound.scope() == Bound.Scope.DAY ? "." + midnight().toString().substring(0, 10) : "";
        return NOTE + bound.key() + day;
    }
}
