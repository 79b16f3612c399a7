/// Bells, in this process and between processes, and the message bus: all that knows NATS.
///
/// Start with [LocalDoorbell]; every other bell, also those of the stores, is put around one. A
/// bell carries no meaning: nothing here makes a turn right, only prompt.
/// [BusRelay] carries committed events and calls to the bus; [BusMessages] says what they become
/// there. [Subjects] is the only place that knows how a subject is spelt.
@NullMarked
package dev.pawl.doorbell;

import org.jspecify.annotations.NullMarked;
