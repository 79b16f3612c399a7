package dev.pawl.cli;

import java.io.InputStream;

/// Where a prompt may come from, and whether a person sits there.
public record Stdin(InputStream stream, boolean isTerminal) {}
