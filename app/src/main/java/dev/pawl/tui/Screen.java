package dev.pawl.tui;

import dev.pawl.tui.term.Key;
import dev.pawl.tui.term.LiveRegion;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Line;
import java.time.Instant;
import java.util.List;

/// Something that is shown and takes keys. Used by the thread of [Ui] alone.
sealed interface Screen {
    void key(Key key, Instant at);

    /// Whether it looks otherwise when time passes and nothing else happens.
    ///
    /// @return how long it stays as it is, in milliseconds; 0 for ever
    default long refreshMillis() {
        return 0;
    }

    /// Rows below the text of the terminal's own screen.
    non-sealed interface Inline extends Screen {
        LiveRegion.Frame frame(Tty.Size size, Instant now);
    }

    /// A whole page on the terminal's other screen.
    non-sealed interface Page extends Screen {
        List<Line> rows(Tty.Size size);

        /// Where the cursor is, from 0.
        default int caretRow() {
            return 0;
        }

        default int caretColumn() {
            return 0;
        }
    }
}
