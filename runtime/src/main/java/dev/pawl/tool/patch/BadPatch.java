package dev.pawl.tool.patch;

/// A patch that cannot be read or does not fit the files. The message is what the model is told,
/// after its prefix.
final class BadPatch extends Exception {
    private static final long serialVersionUID = 1L;

    private final String spoken;

    private BadPatch(String message, String spoken) {
        super(message, null, false, false);
        this.spoken = spoken;
    }

    static BadPatch text(String message) {
        return new BadPatch("invalid patch: " + message, "Invalid patch: " + message);
    }

    static BadPatch hunk(int line, String message) {
        return new BadPatch(
                "invalid hunk at line " + line + ", " + message, "Invalid patch hunk on line " + line + ": " + message);
    }

    /// It reads well, but the files say otherwise.
    static BadPatch files(String message) {
        return new BadPatch(message, message);
    }

    String message() {
        return String.valueOf(getMessage());
    }

    /// The same in a shell, where Codex words it otherwise.
    String spoken() {
        return spoken;
    }
}
