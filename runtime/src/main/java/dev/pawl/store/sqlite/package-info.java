/// What is particular to SQLite.
@NullMarked
package dev.pawl.store.sqlite;

import org.jspecify.annotations.NullMarked;
