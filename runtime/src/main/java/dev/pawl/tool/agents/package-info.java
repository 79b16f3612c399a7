/// Tools by which an agent calls agents: Codex's, by name and schema, and a durable fan-out.
@NullMarked
package dev.pawl.tool.agents;

import org.jspecify.annotations.NullMarked;
