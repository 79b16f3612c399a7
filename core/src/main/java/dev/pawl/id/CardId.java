package dev.pawl.id;

/// One stored, immutable item.
public record CardId(String value) {
    public CardId {
        Names.require(value, "card id");
    }

    @Override
    public String toString() {
        return value;
    }
}
