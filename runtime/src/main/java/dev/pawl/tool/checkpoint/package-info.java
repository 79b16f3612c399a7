/// Undo: pictures of a workspace around what its agents do, in a git folder of Pawl's own, and the
/// way back. Start with [Checkpoints], then [CheckpointStore], then [UndoPlan].
///
/// Nothing here reads or writes the user's own repository: not its refs, its index, its stash, its
/// settings, its hooks or its objects.
@NullMarked
package dev.pawl.tool.checkpoint;

import org.jspecify.annotations.NullMarked;
