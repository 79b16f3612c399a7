/// The log of a process that stays: JSON lines in `PAWL_HOME/logs`, turned over by size.
///
/// The only package that knows the logging library. Commands that end soon load none of it.
@NullMarked
package dev.pawl.log;

import org.jspecify.annotations.NullMarked;
