/// A plan and its tasks, and the text they are written in.
@NullMarked
package dev.pawl.workflow.plan;

import org.jspecify.annotations.NullMarked;
