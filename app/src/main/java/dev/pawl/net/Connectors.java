package dev.pawl.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/// Makes what accepts connections. Each connection of another user of this machine is closed before
/// a byte of it is read.
record Connectors(Server server, Admissions<EndPoint> admissions, ServerLimits limits) {
    private static final int BACKLOG = 256;

    AbstractConnector open(ListenAddress address, HttpConnectionFactory http) throws IOException {
        var connector = switch (address) {
            case ListenAddress.Port port -> port(port, http);
            case ListenAddress.SocketPath(var path) -> file(path, http);
        };
        connector.setIdleTimeout(limits.idle().toMillis());
        return connector;
    }

    private ServerConnector port(ListenAddress.Port port, HttpConnectionFactory http) throws IOException {
        var connector = port.certificate().isPresent()
                ? new PortConnector(tls(port.certificate().get(), http), http)
                : new PortConnector(http);
        var socket = ServerSocketChannel.open();
        try {
            socket.setOption(java.net.StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(port.address(), BACKLOG);
            connector.open(socket);
        } catch (IOException | RuntimeException notBound) {
            socket.close();
            throw notBound;
        }
        return connector;
    }

    private static SslConnectionFactory tls(TlsFiles files, HttpConnectionFactory http) throws IOException {
        var context = new SslContextFactory.Server();
        context.setKeyStore(files.load());
        context.setKeyStorePassword("");
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return new SslConnectionFactory(context, http.getProtocol());
    }

    private UnixDomainServerConnector file(Path path, HttpConnectionFactory http) throws IOException {
        SocketFile.makeRoom(path);
        var connector = new FileConnector(path, http);
        connector.setUnixDomainPath(path);
        connector.setAcceptQueueSize(BACKLOG);
        return connector;
    }

    private final class PortConnector extends ServerConnector {
        PortConnector(org.eclipse.jetty.server.ConnectionFactory... factories) {
            super(server, 1, 1, factories);
        }

        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            admissions.enter(endPoint);
            var ends = endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
                    && endPoint.getLocalSocketAddress() instanceof InetSocketAddress local
                    && PeerUser.isAnother(remote, local);
            if (ends) endPoint.close();
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            admissions.leave(endPoint);
            super.onEndPointClosed(endPoint);
        }
    }

    private final class FileConnector extends UnixDomainServerConnector {
        private final Path path;

        FileConnector(Path path, HttpConnectionFactory http) {
            super(server, 1, 1, http);
            this.path = path;
        }

        @Override
        protected void doStart() throws Exception {
            super.doStart();
            SocketFile.restrict(path);
        }

        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            admissions.enter(endPoint);
            if (!isOwners(endPoint)) endPoint.close();
        }

        private boolean isOwners(EndPoint endPoint) {
            try {
                return endPoint.getTransport() instanceof SocketChannel channel
                        && SocketFile.isOwnersOwn(channel, path);
            } catch (IOException unknown) {
                return false;
            }
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            admissions.leave(endPoint);
            super.onEndPointClosed(endPoint);
        }
    }
}
