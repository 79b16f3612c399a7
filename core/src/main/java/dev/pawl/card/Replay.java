package dev.pawl.card;

/// What may be done with a call whose worker died before the result was written down.
public enum Replay {
    /// Looks only: run it again.
    READ,
    /// Gives the same outcome when run twice with the same key: run it again with that key.
    IDEMPOTENT,
    /// May have changed the world: never again. The result says that the outcome is unknown.
    EFFECT,
    /// Not begun: somebody decides first whether it may. An [Item.Begun] says when it begins, and
    /// as what.
    HELD
}
