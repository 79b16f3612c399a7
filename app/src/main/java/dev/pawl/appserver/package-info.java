/// Codex's app-server protocol, version 2: JSON-RPC on stdio or over WebSocket.
///
/// Start with [dev.pawl.appserver.Dialogue] (what a client asks) and
/// [dev.pawl.appserver.hub.LoadedThread] (what it is told). Knows the gateway only; what else it
/// needs comes through [dev.pawl.appserver.hub.Backend].
@NullMarked
package dev.pawl.appserver;

import org.jspecify.annotations.NullMarked;
