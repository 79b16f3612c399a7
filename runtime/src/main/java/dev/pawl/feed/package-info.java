/// Committed events to the surfaces of this process: in order, exactly once by number.
///
/// Start with [OutboxFeed]. Nothing here decides anything or is needed for a turn to be right. What
/// leaves for a message bus is `dev.pawl.doorbell`'s matter.
@NullMarked
package dev.pawl.feed;

import org.jspecify.annotations.NullMarked;
