/// A workflow: plan, confirm, execute, repair, block, archive. Start with [WorkflowMachine], then
/// [WorkflowRules] (which command changes what), [Workflow] (the fold of the journal) and
/// [NextWork] (what the runtime does now).
///
/// Pure: no clock, no file, no thread. Knows nothing of stores, models or surfaces.
@NullMarked
package dev.pawl.workflow;

import org.jspecify.annotations.NullMarked;
