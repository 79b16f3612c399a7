package dev.pawl.campaign.simulate;

import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What happens outside the ledger: effects that tools had, calls that wait for somebody, and what
/// was asked for.
final class SimulatedWorld {
    /// A remote call that is due to be answered.
    record Errand(Gate gate, CallId call) {}

    final Map<CallId, Integer> effects = new HashMap<>();
    final Map<CallId, Errand> errands = new LinkedHashMap<>();
    final Set<TurnId> asked = new LinkedHashSet<>();
    final List<String> story = new ArrayList<>();

    void effect(CallId call) {
        effects.merge(call, 1, Integer::sum);
    }

    void tell(String line) {
        story.add(line);
    }
}
