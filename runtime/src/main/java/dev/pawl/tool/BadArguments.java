package dev.pawl.tool;

/// ToolArguments of a call that its tool cannot read. The message is what the model is told.
public final class BadArguments extends Exception {
    private static final long serialVersionUID = 1L;

    public BadArguments(String message) {
        super(message, null, false, false);
    }
}
