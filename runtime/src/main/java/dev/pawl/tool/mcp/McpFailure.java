package dev.pawl.tool.mcp;

/// A server that did not do what it was asked. The message is for the model and for people.
final class McpFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /// What may be done about it.
    enum Kind {
        /// The server answered with an error.
        REFUSED,
        /// No answer in time.
        TIMEOUT,
        /// The server is gone; it may have done what it was asked, or not.
        LOST,
        /// It does not know this way of speaking: an older one may do.
        OLD
    }

    private final Kind kind;

    McpFailure(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    String words() {
        return String.valueOf(getMessage());
    }
}
