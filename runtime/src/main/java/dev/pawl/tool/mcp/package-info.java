/// Tools of others, over the Model Context Protocol: servers that are started as programs or
/// reached by HTTP, and their tools and resources as tools of a thread.
///
/// Start with [McpServers], which a thread's tools use; [Server] is one server, [McpRpc] the
/// JSON-RPC conversation with it, [Carrier] its transport.
@NullMarked
package dev.pawl.tool.mcp;

import org.jspecify.annotations.NullMarked;
