/// Carries workflows: does what [dev.pawl.workflow.NextWork] says until a person is needed. Start
/// with [WorkflowRun]; [WorkflowControl] is for what people ask.
///
/// Sees ports only: [FlowTurns] for the turns of a thread, [FlowWorkspace] for files and checks.
@NullMarked
package dev.pawl.runner;

import org.jspecify.annotations.NullMarked;
