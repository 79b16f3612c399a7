package dev.pawl.net;

/// What a server does with one WebSocket. Its methods are called one after another and must not
/// block.
public interface WebSocketListener {
    void opened(WebSocketPeer peer);

    void received(String message);

    /// Called once, after everything else.
    void closed();
}
