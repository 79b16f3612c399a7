package dev.pawl.json;

/// A text that is not JSON, or JSON that is not what was expected. The message says where.
public final class BadJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadJson(String message) {
        super(message);
    }

    BadJson(String message, Throwable cause) {
        super(message, cause);
    }
}
