/// What Codex's programs write: events in their three spellings, and transcripts.
///
/// Start with [EventLine]: one line of any of them. [CodexSignals] says what it means for a status.
@NullMarked
package dev.pawl.codex;

import org.jspecify.annotations.NullMarked;
