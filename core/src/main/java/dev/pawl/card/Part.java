package dev.pawl.card;

/// A piece of what a person said.
public sealed interface Part {
    record Text(String text) implements Part {}

    /// A picture as a URL, mostly a `data:` one.
    record Image(String url) implements Part {}
}
