package dev.pawl.tui.show;

/// Paths as people read them.
final class Paths {
    private Paths() {}

    /// Without the folder it is in; as it is when it is elsewhere.
    static String below(String path, String folder) {
        return !folder.isEmpty() && path.startsWith(folder + "/") ? path.substring(folder.length() + 1) : path;
    }
}
