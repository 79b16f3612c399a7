package dev.pawl.id;

/// One tool call, and the report that answers it.
public record CallId(String value) {
    public CallId {
        Names.require(value, "call id");
    }

    @Override
    public String toString() {
        return value;
    }
}
