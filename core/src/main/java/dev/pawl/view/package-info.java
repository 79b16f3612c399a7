/// What happens in a thread, for everything that shows it: the only reading of the event stream.
///
/// Start with [ViewFold]: events and live words go in, [ThreadChange]s come out. [ItemView] is one
/// item as people see it, [ThreadView] a whole thread at a moment. Pure: no clock, no store, no
/// JSON. How a change is spelled for a client is `dev.pawl.codex`'s matter, when it is read is
/// `dev.pawl.follow`'s.
@NullMarked
package dev.pawl.view;

import org.jspecify.annotations.NullMarked;
