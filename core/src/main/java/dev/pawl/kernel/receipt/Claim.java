package dev.pawl.kernel.receipt;

import dev.pawl.id.LetterId;
import dev.pawl.kernel.Gate;

/// A worker's hold on a letter that opens a turn. `attempt` counts the claims of this letter.
public record Claim(LetterId letter, Gate gate, String token, int attempt) {}
