/// Text as a terminal shows it: spans with roles, lines, and how many columns they take.
///
/// Values only. Whatever becomes a [dev.pawl.tui.text.Span] went through
/// [dev.pawl.card.Visible], so no text can steer the terminal.
@NullMarked
package dev.pawl.tui.text;

import org.jspecify.annotations.NullMarked;
