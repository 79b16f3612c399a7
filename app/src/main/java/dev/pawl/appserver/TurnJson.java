package dev.pawl.appserver;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Turns as Codex's clients know them.
final class TurnJson {
    private static final Json NULL = ItemJson.NULL;

    private TurnJson() {}

    /// A turn that was asked for and has not begun.
    static Json.Obj asked(TurnId turn) {
        return open(turn, Optional.empty(), List.of(), "notLoaded");
    }

    static Json.Obj open(TurnId turn, Optional<Instant> since, List<? extends Json> items, String view) {
        return Json.object()
                .with("id", turn.value())
                .with("items", Json.array(items))
                .with("itemsView", view)
                .with("status", "inProgress")
                .with("error", NULL)
                .with(
                        "startedAt",
                        since.<Json>map(at -> Json.of(at.getEpochSecond())).orElse(NULL))
                .with("completedAt", NULL)
                .with("durationMs", NULL);
    }

    /// The same turn, over.
    static Json.Obj over(Json.Obj open, Item.Deliverable end, Instant since, Instant at) {
        return open.with("status", status(end.outcome()))
                .with("error", isFailure(end.outcome()) ? error(end) : NULL)
                .with("completedAt", at.getEpochSecond())
                .with("durationMs", Math.max(0, Duration.between(since, at).toMillis()));
    }

    static boolean isFailure(Outcome outcome) {
        return outcome == Outcome.FAILED || outcome == Outcome.TIMEOUT;
    }

    private static String status(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> "completed";
            case CANCELED -> "interrupted";
            case FAILED, TIMEOUT -> "failed";
        };
    }

    static Json.Obj error(Item.Deliverable end) {
        return error(end.error().isEmpty() ? end.text() : end.error(), kind(end.failure()), NULL);
    }

    /// The answer broke off and is asked for again.
    static Json.Obj retried(int attempt, int most, String reason) {
        var kind =
                Json.object().with("responseStreamDisconnected", Json.object().with("httpStatusCode", NULL));
        return error("Reconnecting... " + attempt + "/" + most, kind, Json.of(reason));
    }

    private static Json.Obj error(String message, Json kind, Json details) {
        return Json.object()
                .with("message", message)
                .with("codexErrorInfo", kind)
                .with("additionalDetails", details);
    }

    private static Json kind(String failure) {
        return switch (failure) {
            case "quota" -> Json.of("usageLimitExceeded");
            case "rate_limit" -> Json.of("rateLimitExceeded");
            case "overloaded" -> Json.of("serverOverloaded");
            case "context_overflow" -> Json.of("contextWindowExceeded");
            case "unauthorized" -> Json.of("unauthorized");
            case "bad_request" -> Json.of("badRequest");
            case "server" -> Json.of("internalServerError");
            case "stream" -> wrapped("responseStreamDisconnected");
            case "connection" -> wrapped("httpConnectionFailed");
            case "retries_exhausted" -> wrapped("responseTooManyFailedAttempts");
            default -> Json.of("other");
        };
    }

    private static Json wrapped(String name) {
        return Json.object().with(name, Json.object().with("httpStatusCode", NULL));
    }
}
