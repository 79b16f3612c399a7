/// What a person types: the text field with its history, pastes and completions.
///
/// Start with [dev.pawl.tui.compose.Composer]. Knows no terminal: keys in, rows out.
@NullMarked
package dev.pawl.tui.compose;

import org.jspecify.annotations.NullMarked;
