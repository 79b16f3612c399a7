/// Bells: in this process, and between processes over NATS.
///
/// Start with [LocalDoorbell]; every other bell, also those of the stores, is put around one.
/// [Subjects] is the only place that knows how a NATS subject is spelt. A bell carries no meaning:
/// nothing here is needed for a turn to be right, only for it to be prompt.
@NullMarked
package dev.pawl.doorbell;

import org.jspecify.annotations.NullMarked;
