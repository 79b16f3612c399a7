package dev.pawl.provider.anthropic;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.HttpHead;
import dev.pawl.http.Request;
import dev.pawl.provider.dialect.Delays;
import dev.pawl.provider.dialect.Failures;
import dev.pawl.provider.dialect.OpenAiErrors;
import dev.pawl.provider.dialect.ProviderError;

/// What Anthropic's error types mean. Its overload passes within a minute or so, so that one is
/// tried again like any failure of the server.
final class AnthropicErrors {
    private AnthropicErrors() {}

    /// An error told inside an answer.
    static ModelFailure told(ProviderError error) {
        return switch (error.type()) {
            case "overloaded_error", "api_error", "timeout_error" ->
                new ModelFailure(Kind.SERVER, Failures.disconnected(OpenAiErrors.or(error.message(), "Overloaded")));
            default -> OpenAiErrors.told(error);
        };
    }

    /// A reply other than 2xx.
    static ModelFailure refusal(Request request, HttpHead head, String body) {
        var error = ProviderError.of(body);
        var status = head.status();
        if (error.isTooLong() || status == 413) return Failures.contextOverflow(status);
        return switch (status) {
            case 400 -> badRequest(error, head);
            case 402 -> Failures.quota(status, error.message());
            case 429 ->
                new ModelFailure(
                        Kind.RATE_LIMIT,
                        Failures.withReason(
                                "exceeded retry limit, last status: 429 Too Many Requests", error.message()),
                        status,
                        Delays.named(head));
            default -> OpenAiErrors.unexpected(request, head, error);
        };
    }

    private static ModelFailure badRequest(ProviderError error, HttpHead head) {
        if (error.isQuota()) return Failures.quota(400, error.message());
        return new ModelFailure(Kind.BAD_REQUEST, error.text("Invalid request."), 400, Delays.named(head));
    }
}
