package dev.pawl.kernel;

/// Why a turn's owner is taken to be gone.
public enum Departure {
    /// Its lease has run out by the store's clock.
    EXPIRED,
    /// Its process is known to be dead, by the kernel of the same machine.
    DEAD,
    /// It is this worker itself, which does not know the turn: a commit whose outcome was not seen.
    FORGOTTEN
}
