package dev.pawl.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One connection, read through a buffer. Used by one thread at a time, except [#close], which any
/// thread may call and which ends a read at once; so does an interrupt.
final class Wire implements AutoCloseable {
    private static final int LONGEST_LINE = 64 * 1024;

    private final SocketChannel channel;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[16 * 1024];
    private int from;
    private int to;
    private long deadline = Long.MAX_VALUE;

    private Wire(SocketChannel channel, Socket socket) throws IOException {
        this.channel = channel;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    static Wire open(Origin origin, Optional<Proxy> proxy, Duration connectTimeout) throws IOException {
        var channel = SocketChannel.open();
        try {
            var plain = channel.socket();
            var peer = proxy.isPresent() ? proxy.get().address() : new InetSocketAddress(origin.host(), origin.port());
            connect(plain, peer, proxy.isPresent(), connectTimeout);
            plain.setTcpNoDelay(true);
            if (!origin.secure()) return new Wire(channel, plain);
            if (proxy.isPresent()) proxy.get().tunnel(new Wire(channel, plain), origin, connectTimeout);
            plain.setSoTimeout((int) connectTimeout.toMillis());
            return new Wire(channel, secured(plain, origin));
        } catch (IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
    }

    /// A problem with a proxy names it: the address that was asked for is another.
    private static void connect(Socket socket, InetSocketAddress peer, boolean isProxy, Duration timeout)
            throws IOException {
        var name = peer.getHostString() + ":" + peer.getPort();
        try {
            if (peer.isUnresolved()) throw new UnknownHostException("unknown host " + peer.getHostString());
            socket.connect(peer, (int) timeout.toMillis());
        } catch (IOException failed) {
            if (!isProxy) throw failed;
            throw new IOException("the proxy " + name + ": " + failed.getMessage(), failed);
        }
    }

    private static Socket secured(Socket plain, Origin origin) throws IOException {
        var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        var secure = (SSLSocket) factory.createSocket(plain, origin.host(), origin.port(), true);
        var parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    void send(byte[] head, byte[] body) throws IOException {
        // One packet where it fits: a server that answers after the head would see two.
        var whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        out.write(whole);
        out.flush();
    }

    /// From now on a read that lasts beyond this throws [SocketTimeoutException].
    void patience(Duration patience) {
        deadline = System.nanoTime() + patience.toNanos();
    }

    /// Some bytes, or -1 at the end.
    int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (from == to && !fill()) return -1;
        var count = Math.min(length, to - from);
        System.arraycopy(buffer, from, target, offset, count);
        from += count;
        return count;
    }

    /// One line without its end.
    String line() throws IOException {
        var text = new byte[256];
        var length = 0;
        while (true) {
            if (from == to && !fill()) throw new EOFException("the connection ended within a line");
            var b = buffer[from++];
            if (b == '\n') break;
            if (length == LONGEST_LINE) throw new IOException("a line over " + LONGEST_LINE + " bytes");
            if (length == text.length) text = Arrays.copyOf(text, length * 4);
            text[length++] = b;
        }
        if (length > 0 && text[length - 1] == '\r') length--;
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    /// Whether something can be read without waiting.
    boolean ready() throws IOException {
        return from < to || in.available() > 0;
    }

    private boolean fill() throws IOException {
        var left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) throw new SocketTimeoutException("silent too long");
        socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
        var count = in.read(buffer, 0, buffer.length);
        from = 0;
        to = Math.max(count, 0);
        return count > 0;
    }

    /// The channel first: a secure socket's own farewell could wait for a peer that is gone.
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            // closed is what was wanted
        }
    }
}
