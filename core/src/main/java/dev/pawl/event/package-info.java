/// What observers are told after the fact, in order, and the port they read it through.
///
/// An event is never read back to decide anything; decisions are made on the head, the inbox and
/// the cards.
@NullMarked
package dev.pawl.event;

import org.jspecify.annotations.NullMarked;
