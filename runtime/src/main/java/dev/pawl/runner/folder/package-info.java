/// A workflow's workspace on the disk: plan, checks, checkpoints, context file, archive. Start with
/// [FlowFolder].
@NullMarked
package dev.pawl.runner.folder;

import org.jspecify.annotations.NullMarked;
