package dev.pawl.kernel.receipt;

/// What one sweep mended. All zero is the usual answer.
public record Swept(int dispatched, int rung, int released, int timedOut, int buried, int skipped) {
    public static final Swept NOTHING = new Swept(0, 0, 0, 0, 0, 0);
}
