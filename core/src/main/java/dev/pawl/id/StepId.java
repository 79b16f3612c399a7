package dev.pawl.id;

/// One model round trip and its tool calls.
public record StepId(String value) {
    public StepId {
        Names.require(value, "step id");
    }

    @Override
    public String toString() {
        return value;
    }
}
