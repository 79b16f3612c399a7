/// Pawl's own methods beside Codex's: what programs and the page ask about threads, approvals,
/// files, turns and the machine. They read, and they keep small notes; turns go through the
/// gateway.
@NullMarked
package dev.pawl.api;

import org.jspecify.annotations.NullMarked;
