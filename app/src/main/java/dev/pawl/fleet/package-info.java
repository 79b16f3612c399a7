/// The commands of many workers and many agents: what runs turns, who called whom, what was used.
@NullMarked
package dev.pawl.fleet;

import org.jspecify.annotations.NullMarked;
