package dev.pawl.api;

import dev.pawl.json.Json;
import dev.pawl.status.ChatState;
import dev.pawl.status.Phrase;
import dev.pawl.status.Presence;
import dev.pawl.status.Waiting;
import java.time.Instant;
import java.util.Locale;

/// A derived status as clients read it: keys to translate, English words beside them, times in
/// milliseconds since 1970.
final class StatusJson {
    private StatusJson() {}

    static Json.Obj of(String thread, long seq, ChatState state, Instant now) {
        var view = state.derive(now);
        return Json.object()
                .with("threadId", thread)
                .with("seq", seq)
                .with("level", view.level())
                .with("status", view.status().id())
                .with("header", phrase(view.header()))
                .with("details", phrase(view.details()))
                .with("since", time(view.timing().since()))
                .with("lastEventAt", time(view.timing().lastEventAt()))
                .with("workedMs", view.timing().worked().toMillis())
                .with("interruptible", Json.of(view.interruptible()))
                .with(
                        "attention",
                        Json.object()
                                .with("approvals", view.attention().approvals())
                                .with("inputs", view.attention().inputs()))
                .with("presence", maybe(Presence.label(state, now)))
                .with(
                        "waits",
                        Json.array(view.waits().stream().map(StatusJson::wait).toList()));
    }

    private static Json maybe(Phrase phrase) {
        return phrase.isNothing() ? new Json.Null() : phrase(phrase);
    }

    static Json phrase(Phrase phrase) {
        return Json.object()
                .with("key", phrase.key().id())
                .with("args", Json.strings(phrase.values()))
                .with("text", phrase.english());
    }

    private static Json wait(Waiting wait) {
        return Json.object()
                .with("why", wait.why().name().toLowerCase(Locale.ROOT))
                .with("call", wait.id())
                .with("detail", wait.detail())
                .with("since", time(wait.since()))
                .with("until", time(wait.until()));
    }

    static Json time(Instant time) {
        var known = time.isAfter(Instant.EPOCH) && time.isBefore(Instant.MAX);
        return known ? Json.of(time.toEpochMilli()) : new Json.Null();
    }
}
