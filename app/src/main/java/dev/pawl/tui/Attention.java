package dev.pawl.tui;

import dev.pawl.tui.term.Modes;

/// Calls a person who looks elsewhere: by the terminal's notification, or its bell.
///
/// @param isWanted whether the settings want it
/// @param program  what `TERM_PROGRAM` says
/// @param kind     what `TERM` says
record Attention(boolean isWanted, String program, String kind) {
    void call(Ui ui, String text) {
        if (isWanted && !ui.isFocused()) ui.write(Modes.notification(text, program, kind));
    }
}
