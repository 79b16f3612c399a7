package dev.pawl.card;

/// One named value of a deliverable, or one name that is asked for (its value says what for).
public record Field(String name, String value) {
    public Field {
        if (name.isBlank()) throw new IllegalArgumentException("a field without a name");
    }
}
