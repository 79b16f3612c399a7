/// Commands that use one tool directly, without an agent: sandbox, apply-patch, terminals, undo,
/// mcp test.
@NullMarked
package dev.pawl.direct;

import org.jspecify.annotations.NullMarked;
