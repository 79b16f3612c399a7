/// The composition root: `Main`, settings and wiring, the only code that names concrete adapters.
@NullMarked
package dev.pawl.app;

import org.jspecify.annotations.NullMarked;
