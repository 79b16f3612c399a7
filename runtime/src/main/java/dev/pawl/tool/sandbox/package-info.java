/// What a command may touch, and the ways to hold it to that: bubblewrap, else Landlock and seccomp
/// through the foreign-function interface, else nothing is started.
///
/// Start with [dev.pawl.tool.sandbox.boundary.Confinement], then [dev.pawl.tool.sandbox.Sandbox].
/// Knows nothing of tools, turns or approvals.
@NullMarked
package dev.pawl.tool.sandbox;

import org.jspecify.annotations.NullMarked;
