package dev.pawl.net;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/// Where a server listens.
public sealed interface ListenAddress {
    /// @param certificate encrypts the connections; without it they are plain
    record Port(InetSocketAddress address, Optional<TlsFiles> certificate) implements ListenAddress {
        public Port(InetSocketAddress address) {
            this(address, Optional.empty());
        }
    }

    /// A socket that is a file, for its owner alone.
    record SocketPath(Path path) implements ListenAddress {}
}
