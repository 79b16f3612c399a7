/// The right to act on this machine for a thread, checked at the moment of the act.
@NullMarked
package dev.pawl.tool.fence;

import org.jspecify.annotations.NullMarked;
