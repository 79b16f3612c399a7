/// `pawl exec`: one turn without a terminal UI. Speaks Codex's JSONL with `--json`; otherwise
/// progress on stderr and the answer alone on stdout.
@NullMarked
package dev.pawl.exec;

import org.jspecify.annotations.NullMarked;
