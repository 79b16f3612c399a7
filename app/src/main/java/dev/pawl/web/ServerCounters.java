package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.feed.CommitListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/// What this server did, counted from what it committed. Safe for use by many threads.
final class ServerCounters implements CommitListener {
    private static final double NANOS = 1e9;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter accepted = counter("pawl_turns_accepted", "Requests that were accepted.");
    private final Counter begun = counter("pawl_turns_begun", "Turns that a worker began.");
    private final Counter ended = counter("pawl_turns_ended", "Turns that are over, by outcome.", "outcome");
    private final Counter suspended = counter("pawl_turns_suspended", "Times that a turn began to wait for others.");
    private final Counter takenOver = counter("pawl_takeovers", "Turns that were taken over from another worker.");
    private final Counter steps = counter("pawl_steps", "Responses of a model that were counted.");
    private final Counter retries = counter("pawl_model_retries", "Responses that broke off and were asked for again.");
    private final Counter tokens = counter("pawl_tokens", "Tokens of the model, by kind.", "kind");
    private final Counter items = counter("pawl_items", "Recorded items, by type; tool_call is a call.", "type");
    private final Counter asked = counter("pawl_questions_asked", "Approvals and questions for a person.", "kind");
    private final Histogram commits = Histogram.builder()
            .name("pawl_commit_seconds")
            .help("How long a commit to the store took.")
            .unit(Unit.SECONDS)
            .classicOnly()
            .classicUpperBounds(.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10)
            .register(registry);
    private final Gauge subscribers = Gauge.builder()
            .name("pawl_event_subscribers")
            .help("Open streams of /api/events.")
            .register(registry);
    private final Counter cut = counter("pawl_event_subscribers_cut", "Streams that ended because they were too slow.");

    ServerCounters() {
        for (var outcome : Outcome.values()) ended.initLabelValues(word(outcome));
        gauge("jvm_memory_used_bytes", "Heap in use.", () -> {
            var memory = Runtime.getRuntime();
            return memory.totalMemory() - memory.freeMemory();
        });
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    /// A number that is asked for when somebody looks.
    void gauge(String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }

    @Override
    public void committed(List<LoggedEvent> events, long nanos) {
        commits.observe(nanos / NANOS);
        for (var logged : events) count(logged.event());
    }

    private void count(Event event) {
        switch (event) {
            case Event.TurnQueued _ -> accepted.inc();
            case Event.TurnStarted _ -> begun.inc();
            case Event.TurnDelivered(var _, var outcome, var _) ->
                ended.labelValues(word(outcome)).inc();
            case Event.TurnSuspended _ -> suspended.inc();
            case Event.TurnTakenOver _ -> takenOver.inc();
            case Event.AnswerRetried _ -> retries.inc();
            case Event.ItemRecorded(var _, var _, var type) ->
                items.labelValues(type).inc();
            case Event.PersonAsked(var _, var what) ->
                asked.labelValues(what.name().toLowerCase(Locale.ROOT)).inc();
            case Event.TokensCounted(var last, var _, var _) -> {
                steps.inc();
                tokens.labelValues("input").inc(last.input());
                tokens.labelValues("cached_input").inc(last.cachedInput());
                tokens.labelValues("output").inc(last.output());
                tokens.labelValues("reasoning").inc(last.reasoning());
            }
            case Event.TurnDispatched _,
                    Event.TurnSteered _,
                    Event.CallAnswered _,
                    Event.TurnResumed _,
                    Event.BoxReplaced _,
                    Event.TurnsDropped _,
                    Event.DiffChanged _,
                    Event.ServerChanged _,
                    Event.Warned _ -> {}
        }
    }

    private static String word(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    void subscribed() {
        subscribers.inc();
    }

    /// @param tooSlow whether the server ended the stream
    void left(boolean tooSlow) {
        subscribers.dec();
        if (tooSlow) cut.inc();
    }

    /// All of it in Prometheus' text form.
    String text() {
        var out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(out, registry.scrape());
        } catch (IOException never) {
            throw new UncheckedIOException(never);
        }
        return out.toString(UTF_8);
    }
}
