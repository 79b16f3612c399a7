/// Codex's spellings of Pawl's threads, written and read: exec events, the app-server's
/// notifications, items, turns, questions and status, and transcripts.
///
/// Written from `dev.pawl.view`: [ExecEvents], [ServerNotifications], [ServerItems]. Read back into
/// a status by [EventLine] and [CodexSignals], and into a thread by [TranscriptFile]. Knows no
/// connection and no store.
@NullMarked
package dev.pawl.codex;

import org.jspecify.annotations.NullMarked;
