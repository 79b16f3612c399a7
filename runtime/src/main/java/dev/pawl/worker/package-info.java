/// The only loops in the system. [Worker] takes turns up, [TurnRun] carries one turn: read it top
/// to bottom to know the protocol. [Watchdog] mends what crashes leave behind.
///
/// Sees ports only, never a store, a model or a tool.
@NullMarked
package dev.pawl.worker;

import org.jspecify.annotations.NullMarked;
