package dev.pawl.appserver;

import dev.pawl.cli.UsageError;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Where clients come from, as `--listen` names it.
sealed interface Listen {
    /// One client, on the process's own streams.
    record Streams() implements Listen {}

    /// Many clients over WebSocket, on an address of this machine alone.
    record Port(InetSocketAddress address) implements Listen {}

    /// Many clients over WebSocket, on a socket that is a file.
    record File(Path path) implements Listen {}

    /// @param folder where the socket lies when `unix://` names no file
    static Listen of(String listen, Path folder) {
        if (listen.equals("stdio") || listen.equals("stdio://")) return new Streams();
        if (listen.startsWith("unix://")) return file(listen, folder);
        return new Port(address(listen));
    }

    private static Listen file(String listen, Path folder) {
        var path = listen.substring("unix://".length());
        if (path.isEmpty()) return new File(folder.resolve("app-server").resolve("app-server.sock"));
        try {
            return new File(Path.of(path).toAbsolutePath().normalize());
        } catch (InvalidPathException notPath) {
            throw unclear(listen);
        }
    }

    private static InetSocketAddress address(String listen) {
        try {
            var url = new URI(listen);
            if (!"ws".equals(url.getScheme()) || url.getHost() == null) throw unclear(listen);
            if (url.getPort() < 0 || url.getPort() > 0xffff) throw unclear(listen);
            var host = InetAddress.getByName(url.getHost());
            if (!host.isLoopbackAddress()) {
                throw new UsageError("app-server runs commands as you, without encryption: it listens on this machine"
                        + " only\n  use ws://127.0.0.1:" + url.getPort() + ", and ssh -L to come from elsewhere");
            }
            return new InetSocketAddress(host, url.getPort());
        } catch (URISyntaxException | UnknownHostException notAnAddress) {
            throw unclear(listen);
        }
    }

    private static UsageError unclear(String listen) {
        return new UsageError(
                "cannot listen on " + listen + "\n  stdio, unix://PATH, or ws://HOST:PORT as in ws://127.0.0.1:7718");
    }
}
