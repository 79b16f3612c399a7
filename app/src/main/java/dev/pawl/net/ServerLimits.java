package dev.pawl.net;

import java.time.Duration;

/// What one server gives to its connections. Nothing that a client sends or leaves open is without
/// a bound.
///
/// @param newcomers connections that have not proved who they are; the oldest gives way to the next
/// @param clients   connections that have
/// @param patience  how long a newcomer may take to prove it, and to send its next request
/// @param idle      how long an HTTP connection may be silent, and a write may make no progress
/// @param bodyBytes the largest request body and the largest WebSocket message
public record ServerLimits(int newcomers, int clients, Duration patience, Duration idle, int bodyBytes) {
    static final int HEAD_BYTES = 16 * 1024;
    /// What a client may send before it has proved who it is.
    static final int NEWCOMER_BYTES = 64 * 1024;

    /// A WebSocket client answers pings: one that does not within three of them is gone.
    static final Duration PING = Duration.ofSeconds(30);

    public static final ServerLimits USUAL =
            new ServerLimits(128, 256, Duration.ofSeconds(10), Duration.ofSeconds(30), 16 * 1024 * 1024);

    public ServerLimits withPatience(Duration other) {
        return new ServerLimits(newcomers, clients, other, idle, bodyBytes);
    }
}
