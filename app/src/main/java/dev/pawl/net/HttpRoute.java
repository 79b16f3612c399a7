package dev.pawl.net;

import java.io.IOException;

/// Serves one request. Called on a virtual thread: it may block.
@FunctionalInterface
public interface HttpRoute {
    /// @throws HttpRefusal when the request is turned away
    /// @throws IOException when the client is gone
    void serve(HttpCall call) throws IOException, InterruptedException;
}
