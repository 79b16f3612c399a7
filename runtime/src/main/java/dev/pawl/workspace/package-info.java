/// Where a thread's folder is: on one machine, or on all machines of a fleet.
@NullMarked
package dev.pawl.workspace;

import org.jspecify.annotations.NullMarked;
