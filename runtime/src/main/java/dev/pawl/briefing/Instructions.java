package dev.pawl.briefing;

import dev.pawl.resource.Resource;

/// The base instructions for the model: `instructions.md` beside this class.
public final class Instructions {
    private Instructions() {}

    public static String text() {
        return Resource.text(Instructions.class, "instructions.md");
    }
}
