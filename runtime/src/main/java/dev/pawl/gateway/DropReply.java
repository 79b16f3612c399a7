package dev.pawl.gateway;

import dev.pawl.id.TurnId;
import java.util.List;

/// Whether turns were dropped.
public sealed interface DropReply {
    record Dropped(List<TurnId> turns) implements DropReply {
        public Dropped {
            turns = List.copyOf(turns);
        }
    }

    record Refused(String why) implements DropReply {}
}
