package dev.pawl.cli;

/// The command line or the configuration is wrong. Caught once, in `Main`, which prints it and
/// exits with 2.
public final class UsageError extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param message what is wrong and how to put it right, in the user's language
    public UsageError(String message) {
        super(message, null, false, false);
    }

    /// The message; never null.
    public String text() {
        var message = getMessage();
        return message == null ? "" : message;
    }
}
