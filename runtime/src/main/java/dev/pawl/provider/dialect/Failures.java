package dev.pawl.provider.dialect;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import java.time.Duration;

/// What went wrong, in the words Codex uses: its users and its tests know them.
public final class Failures {
    private Failures() {}

    /// An answer that broke off; `why` follows the words all of these share.
    public static ModelFailure stream(String why) {
        return new ModelFailure(Kind.STREAM, disconnected(why));
    }

    public static String disconnected(String why) {
        return "stream disconnected before completion: " + why;
    }

    public static ModelFailure cut() {
        return stream("Transport error: network error: error decoding response body");
    }

    public static ModelFailure idle() {
        return stream("idle timeout waiting for SSE");
    }

    public static ModelFailure closedEarly(String missing) {
        return stream("stream closed before " + missing);
    }

    /// The server stopped in the middle. At the limit of an answer's length, or at what its filter
    /// forbids, it would do so again.
    public static ModelFailure incomplete(String reason, String details) {
        var text = withReason("Incomplete response returned, reason: " + reason, details);
        var again = reason.equals("max_output_tokens") || reason.contains("filter") || reason.contains("safety");
        return again ? new ModelFailure(Kind.BAD_REQUEST, text) : stream(text);
    }

    /// Codex's words first, then the provider's own.
    public static String withReason(String text, String reason) {
        if (reason.isBlank()) return text;
        return text.endsWith(".") ? text + " The provider says: " + reason : text + "; the provider says: " + reason;
    }

    public static ModelFailure unreachable(String url, Exception cause) {
        var why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        var failure =
                new ModelFailure(Kind.CONNECTION, disconnected("error sending request (" + url + ": " + why + ")"));
        failure.initCause(cause);
        return failure;
    }

    public static ModelFailure contextOverflow(int status) {
        return new ModelFailure(
                Kind.CONTEXT_OVERFLOW,
                "Codex ran out of room in the model's context window. Start a new thread or clear earlier"
                        + " history before retrying.",
                status,
                Duration.ZERO);
    }

    /// OpenAI's own sentence says the same once more.
    public static ModelFailure quota(int status, String reason) {
        var words = "Quota exceeded. Check your plan and billing details.";
        var text = reason.startsWith("You exceeded your current quota") ? words : withReason(words, reason);
        return new ModelFailure(Kind.QUOTA, text, status, Duration.ZERO);
    }

    static ModelFailure overloaded(int status, String reason) {
        var text = withReason("Selected model is at capacity. Please try a different model.", reason);
        return new ModelFailure(Kind.OVERLOADED, text, status, Duration.ZERO);
    }

    /// The address belongs to a web site, or to a portal that stands between.
    public static ModelFailure notAnAnswer(String said) {
        return new ModelFailure(
                Kind.BAD_REQUEST, withReason("The server sent a web page instead of an answer: check base_url", said));
    }
}
