package dev.pawl.api;

import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.store.StoreReports.TokensLine;
import dev.pawl.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// `pawl/usage/read` and `pawl/home/read`: what was used, and what goes on.
record UsageMethods(ApiHost host, StatusBoard board) {
    private static final List<String> KEYS = List.of("model", "thread", "day");

    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/usage/read", this::usage);
        methods.put("pawl/home/read", this::home);
    }

    private Json usage(ApiParams params) {
        params.only("threadId", "by", "since");
        Optional<ThreadId> thread = params.optionalText("threadId").isPresent()
                ? Optional.of(StatusMethods.thread(host, params).id())
                : Optional.empty();
        var by = params.texts("by").isEmpty() ? List.of("model") : params.texts("by");
        for (var key : by) {
            if (!KEYS.contains(key)) throw ApiError.of("by", "must be of " + String.join(", ", KEYS));
        }
        var since = Instant.ofEpochMilli(params.whole("since", 0, 0, Long.MAX_VALUE / 2));
        var sums = new LinkedHashMap<List<String>, Usage>();
        for (var line : host.reports().tokens(thread, since)) {
            sums.merge(by.stream().map(key -> value(key, line)).toList(), line.usage(), Usage::plus);
        }
        var data = new ArrayList<Json>();
        sums.forEach((values, sum) -> data.add(row(by, values, sum)));
        return StatusMethods.list(data);
    }

    private static String value(String key, TokensLine line) {
        return switch (key) {
            case "model" -> line.model();
            case "thread" -> line.thread().value();
            default -> line.at().atZone(ZoneOffset.UTC).toLocalDate().toString();
        };
    }

    private Json row(List<String> by, List<String> values, Usage sum) {
        var row = Json.object();
        for (var i = 0; i < by.size(); i++) row = row.with(by.get(i), values.get(i));
        return row.with("input", sum.input())
                .with("cached", sum.cachedInput())
                .with("output", sum.output())
                .with("reasoning", sum.reasoning())
                .with("cost_usd", cost(by, values, sum));
    }

    /// Of one model: a sum over several has no price.
    private Json cost(List<String> by, List<String> values, Usage sum) {
        var at = by.indexOf("model");
        return Optional.of(at)
                .filter(place -> place >= 0)
                .flatMap(place -> host.agents().cost(values.get(place), sum))
                .<Json>map(usd -> new Json.Num(Double.toString(usd)))
                .orElseGet(Json.Null::new);
    }

    private Json home(ApiParams params) {
        var hours = params.only("hours").whole("hours", 24, 1, 24 * 7);
        var now = host.now();
        var running = new ArrayList<String>();
        var waiting = new ArrayList<String>();
        for (var thread : host.gateway().latest(Threads.Filter.ACTIVE, 100)) {
            var status = board.read(thread);
            var asks = status.at("attention").number("approvals")
                            + status.at("attention").number("inputs")
                    > 0;
            if (asks || status.text("status").equals("waiting"))
                waiting.add(thread.id().value());
            else if (status.at("interruptible").equals(Json.of(true)))
                running.add(thread.id().value());
        }
        var since = now.minus(Duration.ofHours(hours));
        var width = Duration.ofMinutes(hours <= 24 ? 30 : 240);
        var buckets = new Buckets(since, width, now);
        var failed = new ArrayList<Json>();
        var today = now.minus(Duration.ofHours(24));
        for (var turn : host.reports().turns(since)) {
            var isFailed = turn.outcome().equals("failed");
            buckets.turn(turn.createdAt(), isFailed);
            if (isFailed && turn.createdAt().isAfter(today)) {
                failed.add(Json.object()
                        .with("threadId", turn.thread().value())
                        .with("turnId", turn.turn().value())
                        .with("at", turn.createdAt().toEpochMilli())
                        .with(
                                "error",
                                turn.deliverable().map(UsageMethods::error).orElse("")));
            }
        }
        for (var line : host.reports().tokens(Optional.empty(), since)) buckets.tokens(line.at(), line.usage());
        return Json.object()
                .with("running", Json.strings(running))
                .with("waiting", Json.strings(waiting))
                .with("failedToday", Json.array(failed.reversed()))
                .with("buckets", buckets.json());
    }

    private static String error(Item item) {
        if (!(item instanceof Item.Deliverable deliverable)) return "";
        return deliverable.error().isEmpty() ? deliverable.text() : deliverable.error();
    }

    /// Sums for equal stretches of time, the oldest first, without holes.
    private static final class Buckets {
        private final Duration width;
        private final Map<Instant, long[]> sums = new TreeMap<>();
        private final Instant first;

        Buckets(Instant since, Duration width, Instant now) {
            this.width = width;
            this.first = floor(since);
            for (var at = first; !at.isAfter(now); at = at.plus(width)) sums.put(at, new long[4]);
        }

        private Instant floor(Instant at) {
            var millis = width.toMillis();
            return Instant.ofEpochMilli(at.toEpochMilli() / millis * millis);
        }

        private long[] at(Instant time) {
            return sums.computeIfAbsent(floor(time), _ -> new long[4]);
        }

        void turn(Instant time, boolean failed) {
            at(time)[0]++;
            if (failed) at(time)[1]++;
        }

        void tokens(Instant time, Usage usage) {
            at(time)[2] += usage.input();
            at(time)[3] += usage.output();
        }

        Json json() {
            var all = new ArrayList<Json>();
            sums.forEach((at, sum) -> all.add(Json.object()
                    .with("at", at.toEpochMilli())
                    .with("turns", sum[0])
                    .with("failed", sum[1])
                    .with("input", sum[2])
                    .with("output", sum[3])));
            return Json.array(all);
        }
    }
}
