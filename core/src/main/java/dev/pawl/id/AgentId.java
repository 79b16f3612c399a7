package dev.pawl.id;

/// Who works: owns an inbox and a head. The same string as its thread's id.
public record AgentId(String value) {
    public AgentId {
        Names.require(value, "agent id");
    }

    @Override
    public String toString() {
        return value;
    }
}
