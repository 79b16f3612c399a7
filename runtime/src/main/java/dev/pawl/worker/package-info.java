/// The loops of a worker: [Worker] claims turns, [dev.pawl.worker.turn.TurnRun] runs one of them,
/// [Watchdog] recovers what crashes leave behind.
///
/// Sees ports only, never a store, a model or a tool.
@NullMarked
package dev.pawl.worker;

import org.jspecify.annotations.NullMarked;
