/// Statements in files and one connection at work, for every dialect; knows no table.
@NullMarked
package dev.pawl.store.sql;

import org.jspecify.annotations.NullMarked;
