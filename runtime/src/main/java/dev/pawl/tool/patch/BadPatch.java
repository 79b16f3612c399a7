package dev.pawl.tool.patch;

/// A patch that cannot be read or does not fit the files. The message is what the model is told,
/// after its prefix.
final class BadPatch extends Exception {
    private static final long serialVersionUID = 1L;

    private BadPatch(String message) {
        super(message, null, false, false);
    }

    static BadPatch text(String message) {
        return new BadPatch("invalid patch: " + message);
    }

    static BadPatch hunk(int line, String message) {
        return new BadPatch("invalid hunk at line " + line + ", " + message);
    }

    /// It reads well, but the files say otherwise.
    static BadPatch files(String message) {
        return new BadPatch(message);
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
