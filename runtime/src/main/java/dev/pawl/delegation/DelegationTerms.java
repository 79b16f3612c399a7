package dev.pawl.delegation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How many agents may be called, how deep, and of which kinds.
///
/// @param version which of Codex's tools are offered
/// @param mostAtOnce agents of one tree that work at the same time; more wait for their turn
/// @param deepest agents that agents have called in a row
/// @param model the model of agents whose caller names none; empty for the caller's
/// @param effort likewise
public record DelegationTerms(
        Version version, int mostAtOnce, int deepest, String model, String effort, List<Role> roles) {
    /// Agents of one tree that are not closed, however many of them work.
    public static final int MOST_OPEN = 64;

    public enum Version {
        NONE,
        V1,
        V2
    }

    public static final DelegationTerms USUAL = new DelegationTerms(Version.V1, 6, 1, "", "", Role.BUILT_IN);

    public static final DelegationTerms NONE = new DelegationTerms(Version.NONE, 1, 0, "", "", List.of());

    public DelegationTerms {
        var all = new ArrayList<Role>(roles);
        for (var known : Role.BUILT_IN) {
            if (all.stream().noneMatch(role -> role.name().equals(known.name()))) all.add(known);
        }
        roles = List.copyOf(all);
    }

    public Optional<Role> role(String name) {
        return roles.stream().filter(role -> role.name().equals(name)).findFirst();
    }
}
