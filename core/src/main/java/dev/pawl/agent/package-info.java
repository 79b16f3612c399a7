/// The loop's judgement, and the ports it needs: [Model] answers a [Prompt], [Tool] does a call.
///
/// Pure: what is asked of a model and what follows from its answer, no thread, no clock, no I/O.
@NullMarked
package dev.pawl.agent;

import org.jspecify.annotations.NullMarked;
