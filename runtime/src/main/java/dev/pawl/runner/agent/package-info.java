/// What a workflow lends its own agent: progress notes, and the one file it may write while it
/// plans. Neither moves the state.
@NullMarked
package dev.pawl.runner.agent;

import org.jspecify.annotations.NullMarked;
