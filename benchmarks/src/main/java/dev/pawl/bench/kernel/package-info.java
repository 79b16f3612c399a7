/// How much work the kernel carries: turns and transactions in a second, on each store.
///
/// Start with [KernelBench]; [Rig] is a store with a worker on it, [Course] what its turns do.
@NullMarked
package dev.pawl.bench.kernel;

import org.jspecify.annotations.NullMarked;
