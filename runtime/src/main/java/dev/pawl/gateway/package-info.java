/// The one door for surfaces: commands in, events out.
@NullMarked
package dev.pawl.gateway;

import org.jspecify.annotations.NullMarked;
