/// The composition root: `Main` and the wiring. It may use every package; no package uses it.
@NullMarked
package dev.pawl.main;

import org.jspecify.annotations.NullMarked;
