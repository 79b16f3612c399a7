package dev.pawl.agent;

/// A tool as the model is told of it.
public sealed interface ToolSpec {
    String name();

    String description();

    /// Called with a JSON object; `parameters` is its JSON schema.
    record Function(String name, String description, String parameters) implements ToolSpec {}

    /// Called with free text in a grammar; `parameters` serves providers that know functions only.
    record Freeform(String name, String description, String syntax, String definition, String parameters)
            implements ToolSpec {}
}
