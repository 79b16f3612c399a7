package dev.pawl.provider;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.http.Head;
import dev.pawl.http.Request;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// What OpenAI's error codes and statuses mean, and so those of all who speak like it.
final class OpenAiErrors {
    private static final int SHOWN = 1000;
    private static final String NOT_INCLUDED =
            "To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.";

    private OpenAiErrors() {}

    /// An error told inside an answer.
    static ModelFailure told(String code, String message) {
        return switch (code) {
            case "context_length_exceeded" -> Failures.contextOverflow(0);
            case "insufficient_quota" -> Failures.quota(0);
            case "usage_not_included" -> new ModelFailure(Kind.QUOTA, NOT_INCLUDED);
            case "cyber_policy", "misalignment_policy_violation" ->
                new ModelFailure(Kind.BAD_REQUEST, or(message, code));
            case "invalid_prompt", "bio_policy" -> new ModelFailure(Kind.BAD_REQUEST, or(message, "Invalid request."));
            case "server_is_overloaded", "slow_down" -> Failures.overloaded(0);
            case "rate_limit_exceeded" ->
                new ModelFailure(Kind.RATE_LIMIT, Failures.disconnected(message), 0, Delays.named(message));
            default -> Failures.stream(or(message, or(code, "the server reported an error")));
        };
    }

    /// A reply other than 2xx.
    static ModelFailure refusal(Request request, Head head, String body) {
        var error = error(body);
        var code = error.text("code", "");
        var type = error.text("type", "");
        if (isTooLong(code, type, error.text("message", ""))) return Failures.contextOverflow(head.status());
        return switch (head.status()) {
            case 400 -> refusal(Kind.BAD_REQUEST, or(body, "Invalid request."), head);
            case 429 -> tooMany(head, code, type, error.text("message", ""));
            case 500 ->
                refusal(
                        Kind.SERVER,
                        "We’re currently experiencing high demand, which may cause temporary errors.",
                        head);
            case 503 ->
                code.equals("server_is_overloaded") || code.equals("slow_down")
                        ? Failures.overloaded(503)
                        : unexpected(request, head, error, body);
            default -> unexpected(request, head, error, body);
        };
    }

    /// By code where there is one; llama.cpp and vLLM have a type or only words.
    private static boolean isTooLong(String code, String type, String message) {
        return code.equals("context_length_exceeded")
                || type.equals("exceed_context_size_error")
                || message.contains("maximum context length");
    }

    private static ModelFailure tooMany(Head head, String code, String type, String message) {
        if (type.equals("usage_limit_reached")) {
            return refusal(Kind.QUOTA, "You’ve hit your usage limit. Try again later.", head);
        }
        if (type.equals("usage_not_included")) return refusal(Kind.QUOTA, NOT_INCLUDED, head);
        if (type.equals("insufficient_quota") || code.equals("insufficient_quota")) return Failures.quota(429);
        var named = Delays.named(head);
        var id = head.header("x-request-id");
        return new ModelFailure(
                Kind.RATE_LIMIT,
                "exceeded retry limit, last status: 429 Too Many Requests"
                        + (id.isEmpty() ? "" : ", request id: " + id),
                429,
                named.isZero() ? Delays.named(message) : named);
    }

    static ModelFailure unexpected(Request request, Head head, Json error, String body) {
        var text = new StringBuilder("unexpected status ").append(head.status());
        var reason = reason(head);
        if (!reason.isEmpty()) text.append(' ').append(reason);
        text.append(": ").append(shown(error, body)).append(", url: ").append(request.shownUrl());
        if (!head.header("cf-ray").isEmpty()) text.append(", cf-ray: ").append(head.header("cf-ray"));
        var id = head.header("x-request-id");
        if (!id.isEmpty()) text.append(", request id: ").append(id);
        return refusal(kind(head.status()), text.toString(), head);
    }

    private static ModelFailure refusal(Kind kind, String message, Head head) {
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

    /// The `error` object of a body, or its text as one, or nothing.
    static Json error(String body) {
        try {
            var error = Json.parse(body).at("error");
            return error instanceof Json.Str(var message) ? Json.object().with("message", message) : error;
        } catch (BadJson notJson) {
            return new Json.Null();
        }
    }

    private static String shown(Json error, String body) {
        var message = error.text("message", "");
        if (!message.isEmpty()) return message;
        var text = body.trim();
        if (text.isEmpty()) return "Unknown error";
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /// The standard's words: a server may send others, or none.
    private static String reason(Head head) {
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

    static String or(String text, String otherwise) {
        return text.isBlank() ? otherwise : text;
    }
}
