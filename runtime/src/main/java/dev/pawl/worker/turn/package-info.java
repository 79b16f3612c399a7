/// One turn from its begin to its deliverable: steps, calls, waits and bounds. Start with
/// [dev.pawl.worker.turn.TurnRun].
@NullMarked
package dev.pawl.worker.turn;

import org.jspecify.annotations.NullMarked;
