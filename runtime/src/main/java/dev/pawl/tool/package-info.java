/// What the agent can do on its machine: [Toolbox] holds the tools of one thread of chat, made from
/// a [ToolEnvironment]. Each tool's description for the model is a resource of the same name.
///
/// Knows the ports of the core and JSON; knows no store, no model and no surface.
@NullMarked
package dev.pawl.tool;

import org.jspecify.annotations.NullMarked;
