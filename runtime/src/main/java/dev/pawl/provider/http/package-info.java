/// HTTP/1.1 as a model's answer needs it: one POST, one streamed reply, called off at any moment.
///
/// Start with [HttpLink]. It stands on `SocketChannel`, because the JDK's own clients do not fit:
/// `HttpURLConnection` cannot be closed while somebody reads from it, and `HttpClient` keeps a
/// thread in native code, for which a JVM that exits waits 300 ms. Knows nothing of models.
@NullMarked
package dev.pawl.provider.http;

import org.jspecify.annotations.NullMarked;
