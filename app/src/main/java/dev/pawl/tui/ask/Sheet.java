package dev.pawl.tui.ask;

import dev.pawl.tui.term.Key;
import dev.pawl.tui.text.Line;
import java.util.List;

/// Something a person is asked, in the place of the field they type into. Used by the thread of
/// [Ui] alone.
public sealed interface Sheet permits ChoiceSheet, FormSheet {
    /// @param most how many rows there is room for
    Rows rows(int columns, int most);

    /// Rows, and where the cursor is in them.
    record Rows(List<Line> rows, int caretRow, int caretColumn) {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    void key(Key key);
}
