package dev.pawl.toml;

/// A document that is not TOML, and where. Lines and columns begin with 1; a column counts
/// characters.
public final class TomlError extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String reason;

    TomlError(int line, int column, String reason) {
        super(line + ":" + column + ": " + reason, null, false, false);
        this.line = line;
        this.column = column;
        this.reason = reason;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    public String reason() {
        return reason;
    }
}
