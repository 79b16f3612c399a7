package dev.pawl.kernel;

import java.time.Instant;

/// An edge and when it was written.
public record LoggedEdge(Edge edge, Instant at) {}
