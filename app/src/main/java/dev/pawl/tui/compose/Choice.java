package dev.pawl.tui.compose;

/// One line of a list to choose from.
///
/// @param label  what is chosen
/// @param about  what it means, in a few words
/// @param insert what it puts in the place of what was typed
public record Choice(String label, String about, String insert) {}
