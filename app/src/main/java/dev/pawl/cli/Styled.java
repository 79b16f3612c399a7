package dev.pawl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A line for a person with parts in shades. Nothing in it can colour or steer a terminal: the
/// codes are added by the [Console] that writes it.
public final class Styled {
    private final List<Part> parts;

    /// @param shade none for plain text
    record Part(Optional<Console.Shade> shade, String text) {}

    private Styled(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    public static Styled of(String text) {
        return new Styled(List.of(new Part(Optional.empty(), text)));
    }

    public static Styled of(Console.Shade shade, String text) {
        return new Styled(List.of(new Part(Optional.of(shade), text)));
    }

    public Styled plus(String text) {
        return plus(of(text));
    }

    public Styled plus(Styled more) {
        var all = new ArrayList<>(parts);
        all.addAll(more.parts);
        return new Styled(all);
    }

    List<Part> parts() {
        return parts;
    }
}
