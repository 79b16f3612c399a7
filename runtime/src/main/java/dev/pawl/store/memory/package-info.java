/// The ledger without a disk: tests, simulation, and threads that need not outlive their process.
@NullMarked
package dev.pawl.store.memory;

import org.jspecify.annotations.NullMarked;
