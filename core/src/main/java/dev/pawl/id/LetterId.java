package dev.pawl.id;

/// One row of an inbox. A surface's command id becomes it, so that asking twice is asking once.
public record LetterId(String value) {
    public LetterId {
        Names.require(value, "letter id");
    }

    @Override
    public String toString() {
        return value;
    }
}
