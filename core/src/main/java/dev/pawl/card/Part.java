package dev.pawl.card;

/// A piece of what a person said.
public sealed interface Part {
    record Text(String text) implements Part {}

    /// A picture as a URL, mostly a `data:` one.
    record Image(String url) implements Part {}

    /// What a client wants to see again with the message, as JSON in the client's own form. No
    /// model reads it.
    record Mark(String json) implements Part {}
}
