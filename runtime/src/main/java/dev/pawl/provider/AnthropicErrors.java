package dev.pawl.provider;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.Head;
import dev.pawl.http.Request;
import dev.pawl.json.Json;
import java.time.Duration;
import java.util.Locale;

/// What Anthropic's error types mean. Its overload passes within a minute or so, so that one is
/// tried again like any failure of the server.
final class AnthropicErrors {
    private AnthropicErrors() {}

    /// An error told inside an answer.
    static ModelFailure told(Json error) {
        var message = error.text("message", "");
        return switch (error.text("type", "")) {
            case "overloaded_error", "api_error", "timeout_error" ->
                new ModelFailure(Kind.SERVER, Failures.disconnected(OpenAiErrors.or(message, "Overloaded")));
            case "rate_limit_error" ->
                new ModelFailure(Kind.RATE_LIMIT, Failures.disconnected(message), 0, Delays.named(message));
            case "invalid_request_error" ->
                isTooLong(message) ? Failures.contextOverflow(0) : new ModelFailure(Kind.BAD_REQUEST, message);
            case "request_too_large" -> Failures.contextOverflow(0);
            case "authentication_error", "permission_error" -> new ModelFailure(Kind.UNAUTHORIZED, message);
            case "billing_error" -> Failures.quota(0);
            default -> Failures.stream(OpenAiErrors.or(message, "the server reported an error"));
        };
    }

    /// A reply other than 2xx.
    static ModelFailure refusal(Request request, Head head, String body) {
        var error = OpenAiErrors.error(body);
        var message = error.text("message", "");
        var status = head.status();
        return switch (status) {
            case 400 -> badRequest(message, body);
            case 402 -> Failures.quota(status);
            case 413 -> Failures.contextOverflow(status);
            case 429 ->
                new ModelFailure(
                        Kind.RATE_LIMIT,
                        "exceeded retry limit, last status: 429 Too Many Requests",
                        status,
                        Delays.named(head));
            default -> OpenAiErrors.unexpected(request, head, error, body);
        };
    }

    private static ModelFailure badRequest(String message, String body) {
        if (isTooLong(message)) return Failures.contextOverflow(400);
        if (message.toLowerCase(Locale.ROOT).contains("credit balance is too low")) return Failures.quota(400);
        return new ModelFailure(Kind.BAD_REQUEST, OpenAiErrors.or(message, body), 400, Duration.ZERO);
    }

    private static boolean isTooLong(String message) {
        var text = message.toLowerCase(Locale.ROOT);
        return text.contains("prompt is too long") || text.contains("exceed context limit");
    }
}
