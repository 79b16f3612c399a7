package dev.pawl.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server on one address: HTTP/1.1 and WebSocket, each request on a virtual thread. Which
/// requests may come in is the route's to judge; how many and how large is the server's.
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int THREADS = 16;
    private static final int SPARE_THREADS = 4;
    private static final long STOP_MILLIS = 2000;

    private final Server server;
    private final AbstractConnector connector;
    private final ListenAddress address;
    private final ServerLimits limits;
    private final Admissions<EndPoint> admissions;
    private final WebSockets sockets;

    private HttpServer(ListenAddress address, ServerLimits limits, HttpRoute route) throws IOException {
        this.address = address;
        this.limits = limits;
        this.admissions = new Admissions<>(limits, EndPoint::close);
        var threads = new QueuedThreadPool(THREADS, SPARE_THREADS);
        threads.setName("pawl-net");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("pawl-http-"));
        this.server = new Server(threads);
        this.connector = new Connectors(server, admissions, limits).open(address, http());
        server.addConnector(connector);
        server.setErrorHandler(HttpServer::explain);
        server.setHandler(new Entry(route));
        server.setStopTimeout(STOP_MILLIS);
        this.sockets = new WebSockets(server, limits);
    }

    /// Listens, and serves until it is closed.
    ///
    /// @throws IOException when the address cannot be had
    public static HttpServer open(ListenAddress address, ServerLimits limits, HttpRoute route) throws IOException {
        var opened = new HttpServer(address, limits, route);
        try {
            opened.server.start();
            return opened;
        } catch (IOException | RuntimeException notOpened) {
            opened.close();
            throw notOpened;
        } catch (Exception notOpened) {
            opened.close();
            throw new IOException(notOpened);
        }
    }

    private static HttpConnectionFactory http() {
        var rules = new HttpConfiguration();
        rules.setHttpCompliance(HttpCompliance.STRICT);
        rules.setUriCompliance(UriCompliance.RFC3986);
        rules.setRequestHeaderSize(ServerLimits.HEAD_BYTES);
        rules.setSendServerVersion(false);
        rules.setSendDateHeader(false);
        return new HttpConnectionFactory(rules);
    }

    /// The port it listens on; nothing for a socket that is a file.
    public int port() {
        return connector instanceof org.eclipse.jetty.server.ServerConnector port ? port.getLocalPort() : 0;
    }

    /// A message for each request that Jetty itself refuses.
    private static boolean explain(Request request, Response response, Callback callback) {
        response.getHeaders().put("Connection", "close");
        Response.writeError(request, response, callback, response.getStatus());
        return true;
    }

    /// Asks the clients of WebSockets to go; the route refuses them when they come back.
    public void drain() {
        sockets.goAway();
    }

    @Override
    public void close() throws IOException {
        try {
            sockets.close();
            server.stop();
        } catch (TimeoutException openStreams) {
            // Those who still listened were cut.
        } catch (Exception notStopped) {
            throw new IOException(notStopped);
        } finally {
            if (address instanceof ListenAddress.SocketPath(var path)) Files.deleteIfExists(path);
        }
    }

    private final class Entry extends Handler.Abstract {
        private final HttpRoute route;

        Entry(HttpRoute route) {
            this.route = route;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            var endPoint =
                    bottom(request.getConnectionMetaData().getConnection().getEndPoint());
            admissions.renew(endPoint);
            var call = new HttpCall(request, response, callback, new Place(endPoint));
            try {
                if (call.hasHeader("Transfer-Encoding")) throw new HttpRefusal(501, "send a Content-Length\n");
                route.serve(call);
                if (!call.isHandedOver()) callback.succeeded();
            } catch (HttpRefusal no) {
                refuse(call, no, callback);
            } catch (IOException gone) {
                callback.failed(gone);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                callback.failed(stopped);
            } catch (RuntimeException failed) {
                LOG.error("{} {} failed", request.getMethod(), call.path(), failed);
                refuse(call, new HttpRefusal(500, "internal error\n"), callback);
            }
            return true;
        }
    }

    private static void refuse(HttpCall call, HttpRefusal no, Callback callback) {
        if (call.isHandedOver()) return;
        try {
            var reply = ServerReply.text(no.status(), no.text()).with("Connection", "close");
            call.reply(no.status() == 401 ? reply.with("WWW-Authenticate", "Bearer") : reply);
            callback.succeeded();
        } catch (IOException gone) {
            callback.failed(gone);
        }
    }

    /// The connection itself, below its encryption.
    static EndPoint bottom(EndPoint endPoint) {
        var at = endPoint;
        while (at instanceof EndPoint.Wrapper above) at = above.unwrap();
        return at;
    }

    private final class Place implements HttpCall.Connection {
        private final EndPoint endPoint;

        Place(EndPoint endPoint) {
            this.endPoint = endPoint;
        }

        @Override
        public BooleanSupplier place() {
            return () -> admissions.admit(endPoint);
        }

        @Override
        public int mostBytes() {
            return limits.bodyBytes();
        }

        @Override
        public void cut() {
            endPoint.close();
        }

        @Override
        public void upgrade(HttpCall call, WebSocketListener listener) throws IOException {
            sockets.upgrade(call, listener, place());
        }
    }

    /// Where it listens, for messages; the bound port instead of 0.
    public Optional<InetSocketAddress> bound() {
        return address instanceof ListenAddress.Port(var asked, var _)
                ? Optional.of(new InetSocketAddress(asked.getAddress(), port()))
                : Optional.empty();
    }
}
