/// What a person is asked in the place of the text field: choices, forms, and the questions of a
/// thread as both.
///
/// Start with [dev.pawl.tui.ask.QuestionSheets].
@NullMarked
package dev.pawl.tui.ask;

import org.jspecify.annotations.NullMarked;
