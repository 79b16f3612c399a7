package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;

/// A client on a bare socket that reads only when it is told to.
final class SlowClient implements AutoCloseable {
    private static final int SMALL = 4096;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    SlowClient(URI url, String token) throws IOException {
        socket.setReceiveBufferSize(SMALL);
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        in = new DataInputStream(socket.getInputStream());
        var hello = """
                GET / HTTP/1.1\r
                host: localhost:%d\r
                authorization: Bearer %s\r
                upgrade: websocket\r
                connection: Upgrade\r
                sec-websocket-version: 13\r
                sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r
                """.formatted(url.getPort(), token);
        socket.getOutputStream().write(hello.getBytes(UTF_8));
        for (var last = 0; last != ('\r' << 24 | '\n' << 16 | '\r' << 8 | '\n'); )
            last = last << 8 | in.readUnsignedByte();
        send("{\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"slow\",\"version\":\"1\"}}}");
        read();
    }

    /// One masked text frame; the mask is zero.
    void send(String text) throws IOException {
        var body = text.getBytes(UTF_8);
        var frame = new ByteArrayOutputStream();
        frame.write(0x81);
        frame.write(0x80 | 126);
        frame.write(body.length >> 8);
        frame.write(body.length);
        frame.writeBytes(new byte[4]);
        frame.writeBytes(body);
        socket.getOutputStream().write(frame.toByteArray());
    }

    Json read() throws IOException {
        in.readUnsignedByte();
        long length = in.readUnsignedByte();
        if (length == 126) length = in.readUnsignedShort();
        else if (length == 127) length = in.readLong();
        return Json.parse(new String(in.readNBytes((int) length), UTF_8));
    }

    /// How many bytes still come before the connection ends.
    long drain() throws IOException {
        var buffer = new byte[65_536];
        var total = 0L;
        try {
            for (var n = in.read(buffer); n >= 0; n = in.read(buffer)) total += n;
        } catch (EOFException | SocketException cut) {
            // That is what was to be seen.
        }
        return total;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
