/// Programs of the user's own that run around calls and at the end of turns: [Hooks], and `notify`.
/// They may stop a call or keep a turn going; they can never allow what is not allowed.
@NullMarked
package dev.pawl.tool.hook;

import org.jspecify.annotations.NullMarked;
