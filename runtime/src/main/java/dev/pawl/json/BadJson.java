package dev.pawl.json;

/// A text that is not JSON, or JSON that is not what was expected. The message says where.
public final class BadJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadJson(String message) {
        super(message);
    }

    public BadJson(String message, Throwable cause) {
        super(message, cause);
    }
}
