/// Follows threads for those who watch them: the log in order, live words in front of the item they
/// belong to, and a thread's history in pages.
///
/// Start with [ThreadFollower]. What an event means is `dev.pawl.view`'s matter, how it is spelled
/// for a client `dev.pawl.codex`'s. Nothing here is needed for a turn to be right.
@NullMarked
package dev.pawl.follow;

import org.jspecify.annotations.NullMarked;
