/// Checks of a task, their results, and why a task failed.
@NullMarked
package dev.pawl.workflow.check;

import org.jspecify.annotations.NullMarked;
