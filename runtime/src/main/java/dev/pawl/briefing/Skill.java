package dev.pawl.briefing;

/// A text for agents that a person or a client asks for by name.
///
/// @param scope `repo` or `user`
public record Skill(
        String name, String description, String shortDescription, String path, String scope, boolean enabled) {}
