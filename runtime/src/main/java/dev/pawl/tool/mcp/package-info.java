/// Tools of others, over the Model Context Protocol: servers that are started as programs or
/// reached by HTTP, and their tools and resources as tools of a thread.
///
/// Start with [McpServers], which the thread's tools ask; [Server] is one of them, [Rpc] the talk
/// with it, [Carrier] the way the words take.
@NullMarked
package dev.pawl.tool.mcp;

import org.jspecify.annotations.NullMarked;
