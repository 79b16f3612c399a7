package dev.pawl.store.sqlite;

/// What a commit survives.
public enum Durability {
    /// A power cut: every commit waits for the disk.
    FULL,
    /// A crash of the process or of any program, but a power cut may undo the last commits.
    NORMAL
}
