package dev.pawl.id;

/// One request carried to its deliverable.
public record TurnId(String value) {
    public TurnId {
        Names.require(value, "turn id");
    }

    @Override
    public String toString() {
        return value;
    }
}
