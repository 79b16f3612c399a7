/// Calls of the C library and of the kernel that Java has none for.
@NullMarked
package dev.pawl.tool.system;

import org.jspecify.annotations.NullMarked;
