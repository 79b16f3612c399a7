package dev.pawl.app;

import dev.pawl.resource.Resource;

/// The base instructions for the model: `instructions.md` beside this class.
final class Instructions {
    private Instructions() {}

    static String text() {
        return Resource.text(Instructions.class, "instructions.md");
    }
}
