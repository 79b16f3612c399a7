package dev.pawl.kernel;

/// Where a letter is on its way. The table of legal moves is `docs/state/letter.md`.
public enum LetterState {
    /// A turn letter that waits for its agent to be free; it has no epoch yet.
    QUEUED,
    /// May be taken.
    PENDING,
    /// A worker holds it, until its claim runs out.
    CLAIMED,
    /// Done: its effect is in the head, the box or the waits.
    CONSUMED,
    /// Came too late, or was called off.
    SKIPPED,
    /// Could not be processed; kept with its last error.
    DEAD;

    public boolean mayBecome(LetterState next) {
        return switch (this) {
            case QUEUED -> next == PENDING || next == SKIPPED || next == DEAD;
            case PENDING -> next == CLAIMED || next == CONSUMED || next == SKIPPED || next == DEAD;
            case CLAIMED -> next == PENDING || next == CONSUMED || next == SKIPPED || next == DEAD;
            case CONSUMED, SKIPPED, DEAD -> false;
        };
    }

    public boolean isFinal() {
        return this == CONSUMED || this == SKIPPED || this == DEAD;
    }
}
