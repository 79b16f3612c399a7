/// Immutable facts: what was said or done ([Item]), its stored envelope ([Card]), and the order
/// in which a turn reads and writes them ([Box]).
@NullMarked
package dev.pawl.card;

import org.jspecify.annotations.NullMarked;
