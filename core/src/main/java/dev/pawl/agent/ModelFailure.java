package dev.pawl.agent;

import java.time.Duration;

/// The model did not answer, or broke off. The message is for people.
public final class ModelFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Why, and so whether it is worth another try.
    public enum Kind {
        /// The stream broke, closed early, was silent too long or could not be read.
        STREAM,
        /// No connection, or one that was cut before the answer began.
        CONNECTION,
        /// The server failed (5xx).
        SERVER,
        /// Too many requests; the wait is known or not.
        RATE_LIMIT,
        OVERLOADED,
        CONTEXT_OVERFLOW,
        QUOTA,
        UNAUTHORIZED,
        BAD_REQUEST,
        /// The request was tried as often as the settings allow.
        RETRIES_EXHAUSTED;

        public boolean worthRetrying() {
            return switch (this) {
                case STREAM, CONNECTION, SERVER, RATE_LIMIT -> true;
                case OVERLOADED, CONTEXT_OVERFLOW, QUOTA, UNAUTHORIZED, BAD_REQUEST, RETRIES_EXHAUSTED -> false;
            };
        }
    }

    private final Kind kind;
    private final int status;
    private final Duration retryAfter;

    public ModelFailure(Kind kind, String message) {
        this(kind, message, 0, Duration.ZERO);
    }

    /// `status` is the HTTP status or 0; `retryAfter` is the server's wish or zero.
    public ModelFailure(Kind kind, String message, int status, Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    public int status() {
        return status;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
