package dev.pawl.tool.sandbox;

import java.io.InputStream;

/// A process that [Spawn] started, and what it writes.
record Spawned(int pid, InputStream output) {}
