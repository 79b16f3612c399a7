package dev.pawl.exec;

import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Theme;

/// The terminal that shows a turn's progress: the one behind stderr. Used by one thread at a time.
public interface ProgressTerminal {
    Tty.Size size();

    /// Writes text and our own escape sequences. A terminal that is gone is written to in vain.
    void write(String text);

    Theme theme();

    /// Whether things may move that need not.
    boolean isMoving();

    /// Whether stdout is a terminal too: what was shown is then not printed a second time.
    boolean hasResults();
}
