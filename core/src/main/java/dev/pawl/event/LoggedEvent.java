package dev.pawl.event;

import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import java.time.Instant;

/// One row of an agent's log. Numbers start at 1 and have no gaps.
public record LoggedEvent(AgentId agent, long seq, TurnId turn, Epoch epoch, Instant at, Event event) {}
