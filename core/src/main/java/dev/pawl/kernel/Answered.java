package dev.pawl.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;

/// Somebody's answer to a call: of which turn, at which epoch it was asked, from whom.
public record Answered(
        LetterId letter, AgentId agent, TurnId turn, Epoch epoch, String source, Item.Reported reported) {
    /// Where it was asked.
    public Gate gate() {
        return new Gate(agent, turn, epoch);
    }
}
