/// The network side of commands that listen: HTTP and WebSocket on Jetty, who may come in, and
/// the limits. The only package that knows Jetty; no type of Jetty is in its public methods.
@NullMarked
package dev.pawl.net;

import org.jspecify.annotations.NullMarked;
