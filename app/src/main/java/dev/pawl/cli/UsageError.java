package dev.pawl.cli;

/// The command line or the configuration is wrong. Caught once, in `Main`, which prints it and
/// exits with 2.
public final class UsageError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean needsSetup;

    /// @param message what is wrong and how to put it right, in the user's language
    public UsageError(String message) {
        this(message, false);
    }

    private UsageError(String message, boolean needsSetup) {
        super(message, null, false, false);
        this.needsSetup = needsSetup;
    }

    /// The same for what `pawl setup` puts right.
    public static UsageError needingSetup(String message) {
        return new UsageError(message, true);
    }

    public boolean needsSetup() {
        return needsSetup;
    }

    /// The message; never null.
    public String text() {
        var message = getMessage();
        return message == null ? "" : message;
    }
}
