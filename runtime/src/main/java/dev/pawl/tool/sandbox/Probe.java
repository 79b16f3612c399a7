package dev.pawl.tool.sandbox;

import java.util.List;

/// Which sandbox this machine has, found out by running one.
///
/// @param detail the way that works, or why none does
/// @param tried  every way that was tried before, with what went wrong
public record Probe(Tier tier, String detail, List<String> tried) {
    public Probe {
        tried = List.copyOf(tried);
    }

    /// What to do to get a better tier; empty when there is none.
    public String remedy() {
        return switch (tier) {
            case BUBBLEWRAP -> "";
            case LANDLOCK ->
                "apt-get install bubblewrap (or your system's package) for the full sandbox; "
                        + "in a container it also needs user namespaces";
            case NONE ->
                "apt-get install bubblewrap, or use a kernel with Landlock 6 (Linux 6.12); "
                        + "until then commands are refused outside danger-full-access";
        };
    }
}
