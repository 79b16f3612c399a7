/// Clients and the threads they have loaded, what clients keep beside a thread, and the port to the
/// program behind the server.
@NullMarked
package dev.pawl.appserver.hub;

import org.jspecify.annotations.NullMarked;
