/// A model that plays answers from a file, and one that writes down what another says.
///
/// Start with [ScriptedModel]. The format: `docs/reference/script-format.md`.
@NullMarked
package dev.pawl.provider.script;

import org.jspecify.annotations.NullMarked;
