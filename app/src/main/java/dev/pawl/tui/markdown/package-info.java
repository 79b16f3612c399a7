/// What a model writes, as lines for a terminal: Markdown while it still arrives, and code in
/// colours.
///
/// Start with [dev.pawl.tui.markdown.MarkdownStream]. Pure: texts in, lines out.
@NullMarked
package dev.pawl.tui.markdown;

import org.jspecify.annotations.NullMarked;
