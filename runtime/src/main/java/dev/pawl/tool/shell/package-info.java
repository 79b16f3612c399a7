/// Commands: started, watched, ended with everything they started.
@NullMarked
package dev.pawl.tool.shell;

import org.jspecify.annotations.NullMarked;
