/// The store in one file: a writer thread that commits many works at once, and a few readers.
/// The driver is native code that holds its carrier thread; no other package needs to know.
@NullMarked
package dev.pawl.store.sqlite;

import org.jspecify.annotations.NullMarked;
