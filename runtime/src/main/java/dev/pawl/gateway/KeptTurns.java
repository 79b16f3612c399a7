package dev.pawl.gateway;

import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Ledger;
import java.util.LinkedHashSet;
import java.util.List;

/// The turns of an agent that were begun or ended and not dropped since, in order, by the log up to
/// a number.
record KeptTurns(List<TurnId> turns, long seq) {
    private static final int PAGE = 1000;

    static KeptTurns of(Ledger ledger, AgentId agent) {
        var turns = new LinkedHashSet<TurnId>();
        long seq = 0;
        for (var page = ledger.events(agent, 0, PAGE); !page.isEmpty(); page = ledger.events(agent, seq, PAGE)) {
            for (var logged : page) {
                seq = logged.seq();
                if (logged.event() instanceof Event.TurnStarted || logged.event() instanceof Event.TurnDelivered) {
                    turns.add(logged.turn());
                }
                if (logged.event() instanceof Event.TurnsDropped(var dropped, var _)) dropped.forEach(turns::remove);
            }
        }
        return new KeptTurns(List.copyOf(turns), seq);
    }
}
