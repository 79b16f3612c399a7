/// What happened in a thread, as lines for a terminal: diffs, commands, plans, questions.
///
/// Pure functions from values to lines; tested as data.
@NullMarked
package dev.pawl.tui.show;

import org.jspecify.annotations.NullMarked;
