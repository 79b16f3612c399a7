package dev.pawl.tool.files;

/// A search that took longer than it may.
final class SearchTimeout extends Exception {
    private static final long serialVersionUID = 1L;
    static final long NANOS = 30_000_000_000L;

    SearchTimeout() {
        super("too long", null, false, false);
    }
}
