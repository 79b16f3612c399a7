/// Starts one process, with pipes or a terminal, and watches it until it ends.
@NullMarked
package dev.pawl.tool.sandbox.spawn;

import org.jspecify.annotations.NullMarked;
