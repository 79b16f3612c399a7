package dev.pawl.codex;

import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Outcome;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.view.ItemView;
import dev.pawl.view.TurnView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns as clients of Codex's app-server know them.
public final class ServerTurns {
    private static final Json NULL = Json.Null.NULL;

    private ServerTurns() {}

    /// How much of a turn's items is wanted.
    public enum Items {
        NOT_LOADED("notLoaded"),
        /// What was asked first, and the agent's last message.
        SUMMARY("summary"),
        FULL("full");

        private final String word;

        Items(String word) {
            this.word = word;
        }

        public static Optional<Items> ofWord(String word) {
            return List.of(values()).stream()
                    .filter(items -> items.word.equals(word))
                    .findFirst();
        }

        private List<ItemView> of(List<ItemView> all) {
            return switch (this) {
                case NOT_LOADED -> List.of();
                case FULL -> all;
                case SUMMARY -> {
                    var summary = new ArrayList<ItemView>();
                    all.stream()
                            .filter(ItemView.UserText.class::isInstance)
                            .findFirst()
                            .ifPresent(summary::add);
                    all.reversed().stream()
                            .filter(ItemView.AgentText.class::isInstance)
                            .findFirst()
                            .ifPresent(summary::add);
                    yield summary;
                }
            };
        }
    }

    /// A turn that was asked for and has not begun.
    public static Json.Obj asked(TurnId turn) {
        return open(turn, Optional.empty(), List.of(), Items.NOT_LOADED);
    }

    /// A turn that has begun; its items are not told with it.
    public static Json.Obj began(TurnId turn, Instant since) {
        return open(turn, Optional.of(since), List.of(), Items.NOT_LOADED);
    }

    public static Json.Obj of(TurnView turn, Items wanted) {
        var items = wanted.of(turn.items()).stream()
                .flatMap(item -> ServerItems.of(item).stream())
                .toList();
        var open = open(turn.id(), Optional.of(turn.since()), items, wanted);
        return turn.end()
                .map(end -> over(open, end.deliverable(), turn.since(), end.at()))
                .orElse(open);
    }

    private static Json.Obj open(TurnId turn, Optional<Instant> since, List<Json.Obj> items, Items view) {
        return Json.object()
                .with("id", turn.value())
                .with("items", Json.array(items))
                .with("itemsView", view.word)
                .with("status", "inProgress")
                .with("error", NULL)
                .with(
                        "startedAt",
                        since.<Json>map(at -> Json.of(at.getEpochSecond())).orElse(NULL))
                .with("completedAt", NULL)
                .with("durationMs", NULL);
    }

    /// The same turn, over.
    public static Json.Obj over(Json.Obj open, Deliverable end, Instant since, Instant at) {
        return open.with("status", status(end.outcome()))
                .with("error", isFailure(end.outcome()) ? error(end) : NULL)
                .with("completedAt", at.getEpochSecond())
                .with("durationMs", Math.max(0, Duration.between(since, at).toMillis()));
    }

    private static boolean isFailure(Outcome outcome) {
        return outcome == Outcome.FAILED || outcome == Outcome.TIMEOUT;
    }

    private static String status(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> "completed";
            case CANCELED -> "interrupted";
            case FAILED, TIMEOUT -> "failed";
        };
    }

    static Json.Obj error(Deliverable end) {
        return error(end.error().isEmpty() ? end.text() : end.error(), kind(end.failure()), NULL);
    }

    /// The response broke off and is asked for again.
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
