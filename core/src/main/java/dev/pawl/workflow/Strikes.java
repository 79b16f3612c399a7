package dev.pawl.workflow;

/// How often a task may be repaired.
///
/// @param most consecutive attempts
/// @param lifetime attempts in a task's whole life, successes between them or not
public record Strikes(int most, int lifetime) {
    public static final Strikes DEFAULT = new Strikes(3, 9);

    public Strikes {
        if (most < 1 || lifetime < most) throw new IllegalArgumentException("no attempt: " + most + ", " + lifetime);
    }

    /// What comes after so many failed attempts: [BlockedReason#NONE] for one more.
    public BlockedReason after(int attempts, int total) {
        if (attempts >= most) return BlockedReason.MAX_ATTEMPTS;
        return total >= lifetime ? BlockedReason.BUDGET : BlockedReason.NONE;
    }
}
