/// The first minutes of a new user: `pawl setup` chooses a provider, `pawl init` writes a project's
/// instructions.
@NullMarked
package dev.pawl.setup;

import org.jspecify.annotations.NullMarked;
