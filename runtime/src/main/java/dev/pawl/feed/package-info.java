/// Committed events to whoever watches: to surfaces in order and exactly once by number
/// ([OutboxFeed]), to a message bus in order and at least once ([BusRelay]).
///
/// Nothing here decides anything or is needed for a turn to be right.
@NullMarked
package dev.pawl.feed;

import org.jspecify.annotations.NullMarked;
