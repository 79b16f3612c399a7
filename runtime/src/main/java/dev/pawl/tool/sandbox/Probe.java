package dev.pawl.tool.sandbox;

import java.util.List;

/// Which sandbox this machine has, found out by running one.
///
/// @param detail the way that works, or why none does
/// @param tried  every way that was tried before, with what went wrong
public record Probe(Tier tier, String detail, List<String> tried) {
    static final String NO_BUBBLEWRAP = "bubblewrap: not installed";

    public Probe {
        tried = List.copyOf(tried);
    }

    /// What to do to get a better tier; empty when there is none.
    public String remedy() {
        return switch (tier) {
            case BUBBLEWRAP -> "";
            case LANDLOCK -> bubblewrap() + " for the full sandbox";
            case NONE ->
                bubblewrap() + ", or use a kernel with Landlock 6 (Linux 6.12);"
                        + " until then commands are refused outside danger-full-access";
        };
    }

    private String bubblewrap() {
        var wasRefused = tried.stream().anyMatch(way -> way.startsWith("bubblewrap") && !way.equals(NO_BUBBLEWRAP));
        return wasRefused
                ? "bubblewrap is installed but was refused: allow user namespaces"
                        + " (sysctl kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0;"
                        + " in a container, its settings)"
                : "apt-get install bubblewrap (or your system's package), and in a container allow user namespaces";
    }
}
