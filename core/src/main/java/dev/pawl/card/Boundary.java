package dev.pawl.card;

import java.util.List;

/// What a command in the sandbox can reach. A yes that is kept as a rule holds where a command can
/// reach no more than it could where the yes was given.
///
/// @param mode the sandbox mode, as Codex spells it
/// @param network whether the network is open
/// @param roots writable folders besides the thread's own
public record Boundary(String mode, boolean network, List<String> roots) {
    private static final String TIGHTEST = "read-only";

    public Boundary {
        roots = List.copyOf(roots);
    }

    public boolean isWithin(Boundary other) {
        return (mode.equals(other.mode) || mode.equals(TIGHTEST))
                && (!network || other.network)
                && other.roots.containsAll(roots);
    }
}
