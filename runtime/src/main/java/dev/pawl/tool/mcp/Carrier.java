package dev.pawl.tool.mcp;

import dev.pawl.json.Json;

/// Carries messages to a server and back. Safe for use by many threads.
interface Carrier extends AutoCloseable {
    /// Hands a message over. What comes back goes to the [Ear]; a request that cannot be delivered
    /// is told to it too.
    ///
    /// @throws McpFailure when the way is closed
    void send(Json.Obj message) throws McpFailure;

    /// The handshake is done: this version is spoken from now on.
    default void agreed(String version) {}

    /// Nobody waits for this request's answer any more.
    default void forget(long request) {}

    /// What the server said beside the protocol, for a failure's message; empty for nothing.
    default String lastWords() {
        return "";
    }

    /// Asks the server to go, without waiting for it.
    default void farewell() {}

    /// Ends the server, or the talk with it. Returns when nothing is left.
    @Override
    void close();

    /// Where messages of the server go. Never blocks for long.
    interface Ear {
        void hear(Json message);

        /// This request was not delivered, or its answer will not come.
        void failed(long request, McpFailure failure);

        /// Nothing will come any more.
        void lost(String why);
    }
}
