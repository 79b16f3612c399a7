/// What an agent reads before its first request: base instructions, permissions, the project's own
/// instructions, skills.
@NullMarked
package dev.pawl.briefing;

import org.jspecify.annotations.NullMarked;
