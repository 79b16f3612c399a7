/// Long campaigns: simulated schedules, killed processes, hostile input. Run by `./campaign NAME`.
///
/// Start with [Campaigns].
@NullMarked
package dev.pawl.campaign;

import org.jspecify.annotations.NullMarked;
