package dev.pawl.view;

import dev.pawl.card.Usage;

/// Tokens of the last response, of the thread so far, and what the model can hold (0: not known).
public record TokensView(Usage last, Usage total, long window) {
    public static final TokensView NONE = new TokensView(Usage.NONE, Usage.NONE, 0);
}
