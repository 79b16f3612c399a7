/// The processes of this machine, as `/proc` shows them.
@NullMarked
package dev.pawl.tool.process;

import org.jspecify.annotations.NullMarked;
