package dev.pawl.kernel.receipt;

import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Lease;

/// A running turn, who owns it, and whether that owner's time is up by the store's clock.
public record Owned(Gate gate, Lease lease, boolean expired) {}
