/// The primitives of L0, one class each, named as the action they are: the list of files tells the
/// protocol. [DurableLedger] hands each of them one open transaction.
@NullMarked
package dev.pawl.kernel.primitive;

import org.jspecify.annotations.NullMarked;
