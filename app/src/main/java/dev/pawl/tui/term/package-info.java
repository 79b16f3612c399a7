/// The terminal itself: keys in, frames out.
///
/// Start with [dev.pawl.tui.term.LiveRegion], which keeps a few live rows below finished text
/// without ever touching what the terminal has scrolled away. Knows nothing of threads or models.
@NullMarked
package dev.pawl.tui.term;

import org.jspecify.annotations.NullMarked;
