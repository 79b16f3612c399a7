package dev.pawl.id;

/// One ordered list of cards.
public record BoxId(String value) {
    public BoxId {
        Names.require(value, "box id");
    }

    @Override
    public String toString() {
        return value;
    }
}
