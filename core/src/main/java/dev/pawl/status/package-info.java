/// What a thread's status line says, worked out from what happened and never stored.
///
/// Start with [ChatState]: a pure fold of [Signal]s into open lives ([Depths]) and overlays. [View]
/// is what it comes to at a moment; [Presence] is the rule around it. Where
/// signals come from is others' matter: [LogSignals] reads Pawl's own log, `dev.pawl.codex` other
/// spellings.
@NullMarked
package dev.pawl.status;

import org.jspecify.annotations.NullMarked;
