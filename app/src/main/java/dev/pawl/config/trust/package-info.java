/// Which folder is a project, and whether its own settings and rules are in force.
@NullMarked
package dev.pawl.config.trust;

import org.jspecify.annotations.NullMarked;
