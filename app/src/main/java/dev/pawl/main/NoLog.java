package dev.pawl.main;

/// Sets the JDK's logging up to nothing: what a library would print there, the program says itself.
/// Made by the JDK, by its name, when some library first wants to log.
public final class NoLog {}
