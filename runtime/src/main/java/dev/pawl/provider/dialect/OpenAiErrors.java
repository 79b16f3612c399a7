package dev.pawl.provider.dialect;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;

/// What OpenAI's error codes and statuses mean, and so those of all who speak like it.
public final class OpenAiErrors {
    private static final String HIGH_DEMAND =
            "We’re currently experiencing high demand, which may cause temporary errors.";
    private static final String NOT_INCLUDED =
            "To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.";

    private OpenAiErrors() {}

    /// An error told inside an answer. What no other try could change is not tried again.
    public static ModelFailure told(ProviderError error) {
        var message = error.message();
        return switch (error.code()) {
            case "usage_not_included" -> new ModelFailure(Kind.QUOTA, NOT_INCLUDED);
            case "invalid_prompt", "bio_policy" -> new ModelFailure(Kind.BAD_REQUEST, or(message, "Invalid request."));
            case "server_is_overloaded", "slow_down" -> Failures.overloaded(0, message);
            default -> byMeaning(error);
        };
    }

    private static ModelFailure byMeaning(ProviderError error) {
        var text = error.text("the server reported an error");
        if (error.isTooLong() || error.status() == 413) return Failures.contextOverflow(0);
        if (error.isQuota() || error.status() == 402) return Failures.quota(0, error.message());
        if (error.isRateLimit()) {
            var wait = Delays.named(error.message());
            return new ModelFailure(Kind.RATE_LIMIT, Failures.disconnected(text), 0, wait);
        }
        if (error.isUnauthorized()) return new ModelFailure(Kind.UNAUTHORIZED, text);
        if (error.isFinal()) return new ModelFailure(Kind.BAD_REQUEST, text);
        return Failures.stream(text);
    }

    /// A reply other than 2xx.
    public static ModelFailure refusal(Request request, HttpHead head, String body) {
        var error = ProviderError.of(body);
        var status = head.status();
        if (error.isTooLong() || status == 413) return Failures.contextOverflow(status);
        if (error.isPolicy()) return refusal(Kind.BAD_REQUEST, error.text("content_filter"), head);
        return switch (status) {
            case 400 -> error.isQuota() ? Failures.quota(400, error.message()) : badRequest(error, head, body);
            case 402 -> Failures.quota(402, error.message());
            case 429 -> tooMany(head, error);
            case 500 -> refusal(Kind.SERVER, Failures.withReason(HIGH_DEMAND, error.message()), head);
            case 503 ->
                error.code().equals("server_is_overloaded") || error.code().equals("slow_down")
                        ? Failures.overloaded(503, error.message())
                        : unexpected(request, head, error);
            default -> unexpected(request, head, error);
        };
    }

    /// The body as it is where it is JSON: so Codex shows it.
    private static ModelFailure badRequest(ProviderError error, HttpHead head, String body) {
        var text = body.stripLeading().startsWith("{") ? body : error.message();
        return refusal(Kind.BAD_REQUEST, or(text, "Invalid request."), head);
    }

    private static ModelFailure tooMany(HttpHead head, ProviderError error) {
        if (error.type().equals("usage_limit_reached")) {
            return refusal(Kind.QUOTA, "You’ve hit your usage limit. Try again later.", head);
        }
        if (error.type().equals("usage_not_included")) return refusal(Kind.QUOTA, NOT_INCLUDED, head);
        var named = Delays.named(head);
        if (error.isQuota() && named.isZero()) return Failures.quota(429, error.message());
        var id = head.header("x-request-id");
        var text = "exceeded retry limit, last status: 429 Too Many Requests"
                + (id.isEmpty() ? "" : ", request id: " + id);
        return new ModelFailure(
                Kind.RATE_LIMIT,
                Failures.withReason(text, error.message()),
                429,
                named.isZero() ? Delays.named(error.message()) : named);
    }

    public static ModelFailure unexpected(Request request, HttpHead head, ProviderError error) {
        var text = new StringBuilder("unexpected status ").append(head.status());
        var reason = reason(head);
        if (!reason.isEmpty()) text.append(' ').append(reason);
        text.append(": ").append(error.text("Unknown error")).append(", url: ").append(request.shownUrl());
        if (!head.header("cf-ray").isEmpty()) text.append(", cf-ray: ").append(head.header("cf-ray"));
        var id = head.header("x-request-id");
        if (!id.isEmpty()) text.append(", request id: ").append(id);
        return refusal(kind(head.status()), text.toString(), head);
    }

    private static ModelFailure refusal(Kind kind, String message, HttpHead head) {
        return new ModelFailure(kind, message, head.status(), Delays.named(head));
    }

    /// A path or a body the server does not know stays unknown; the rest may pass.
    private static Kind kind(int status) {
        return switch (status) {
            case 401, 403 -> Kind.UNAUTHORIZED;
            case 408, 409, 425 -> Kind.SERVER;
            default -> status >= 500 ? Kind.SERVER : Kind.BAD_REQUEST;
        };
    }

    /// The standard's words: a server may send others, or none.
    private static String reason(HttpHead head) {
        return switch (head.status()) {
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 408 -> "Request Timeout";
            case 413 -> "Payload Too Large";
            case 422 -> "Unprocessable Entity";
            case 500 -> "Internal Server Error";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> head.reason();
        };
    }

    public static String or(String text, String otherwise) {
        return text.isBlank() ? otherwise : text;
    }
}
