package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;

/// Lineage for the audit: who caused which letter. Deleting edges changes nothing else.
public record Edge(
        Primitive primitive, Phase phase, String source, AgentId agent, TurnId turn, String correlation, int depth) {
    public enum Primitive {
        ENQUEUE,
        REPORT,
        JOIN,
        TOOL_CALL
    }

    public enum Phase {
        REQUEST,
        RESPONSE
    }
}
