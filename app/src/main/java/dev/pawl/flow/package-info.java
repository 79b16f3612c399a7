/// `pawl flow`: the commands of a workflow. Start with [FlowCommand].
@NullMarked
package dev.pawl.flow;

import org.jspecify.annotations.NullMarked;
