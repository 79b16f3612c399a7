package dev.pawl.log;

/// What is written to the log, and how much of it is kept.
///
/// @param level    `error`, `warn`, `info`, `debug` or `trace`
/// @param maxBytes how large a file gets before the next one is begun
/// @param files    how many older files are kept
public record LogOptions(String level, long maxBytes, int files) {}
