/// TOML 1.0, read by hand: a library cost 160 to 770 ms of CPU at each start (ADR 0009).
///
/// Start with [Toml]. Knows nothing of settings.
@NullMarked
package dev.pawl.toml;

import org.jspecify.annotations.NullMarked;
