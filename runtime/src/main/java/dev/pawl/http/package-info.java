/// HTTP/1.1 as a streamed answer needs it: one request, one reply, called off at any moment. Models
/// and MCP servers are spoken to through it.
///
/// Start with [HttpLink]. It stands on `SocketChannel`, because the JDK's own clients do not fit:
/// `HttpURLConnection` cannot be closed while somebody reads from it, and `HttpClient` keeps a
/// thread in native code, for which a JVM that exits waits 300 ms. Knows nothing of either.
@NullMarked
package dev.pawl.http;

import org.jspecify.annotations.NullMarked;
