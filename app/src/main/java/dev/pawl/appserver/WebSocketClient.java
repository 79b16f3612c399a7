package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// One WebSocket connection after its handshake (RFC 6455). A client that reads too slowly is cut
/// off: it comes back, resumes its threads, and has missed nothing that is written down.
final class WebSocketClient {
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final int CONTINUATION = 0;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int NORMAL = 1000;
    private static final int PROTOCOL_ERROR = 1002;
    private static final int NOT_TEXT = 1003;
    private static final int TOO_BIG = 1009;
    private static final int TRY_LATER = 1013;

    private final SocketChannel socket;
    private final InputStream in;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final Outbox outbox;

    WebSocketClient(SocketChannel socket, InputStream in, OutputStream out) {
        this.socket = socket;
        this.in = in;
        this.out = new BufferedOutputStream(out, 64 * 1024);
        this.outbox = new Outbox(Outbox.WhenFull.CUT, this::cut);
    }

    /// Serves until the client is gone.
    ///
    /// @param admit asks for a client's place, once the client has said who it is
    void serve(Hub hub, Map<String, Call.Method> methods, BooleanSupplier admit) throws IOException {
        Thread.ofVirtual().name("pawl-client-out").start(this::write);
        try (var dialogue = new Dialogue(hub, methods, outbox)) {
            read(dialogue, admit);
        } finally {
            outbox.close();
        }
    }

    private void cut() {
        try {
            socket.close();
        } catch (IOException closed) {
            // That is what was wanted.
        }
    }

    private static final class Frame {
        private final boolean last;
        private final int kind;
        private final byte[] body;

        Frame(boolean last, int kind, byte[] body) {
            this.last = last;
            this.kind = kind;
            this.body = body;
        }
    }

    /// The client broke the protocol; it is told why, and left.
    private static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;
        private final int code;

        Broken(int code, String why) {
            super(why);
            this.code = code;
        }
    }

    private void read(Dialogue dialogue, BooleanSupplier admit) throws IOException {
        var admitted = false;
        var message = new ByteArrayOutputStream();
        var open = false;
        try {
            while (true) {
                var frame = frame(MOST_BYTES - message.size());
                switch (frame.kind) {
                    case TEXT, CONTINUATION -> {
                        if (open == (frame.kind == TEXT)) throw new Broken(PROTOCOL_ERROR, "frames out of order");
                        open = !frame.last;
                        message.writeBytes(frame.body);
                        if (open) continue;
                        dialogue.receive(message.toString(UTF_8));
                        if (!admitted && dialogue.isInitialized()) {
                            if (!admit.getAsBoolean()) throw new Broken(TRY_LATER, "too many clients");
                            admitted = true;
                        }
                        message.reset();
                    }
                    case PING -> send(PONG, frame.body);
                    case PONG -> {}
                    case CLOSE -> {
                        close(NORMAL);
                        return;
                    }
                    default -> throw new Broken(NOT_TEXT, "only text is understood");
                }
            }
        } catch (Broken broken) {
            close(broken.code);
        }
    }

    private Frame frame(int most) throws IOException {
        var first = octet();
        var second = octet();
        if ((first & 0x70) != 0 || (second & 0x80) == 0) throw new Broken(PROTOCOL_ERROR, "extension bits, or no mask");
        long length = second & 0x7f;
        if (length == 126) length = (long) octet() << 8 | octet();
        else if (length == 127) length = longLength();
        if (length < 0 || length > most) throw new Broken(TOO_BIG, "a message of more than " + MOST_BYTES + " bytes");
        var mask = bytes(4);
        var body = bytes((int) length);
        for (var i = 0; i < body.length; i++) body[i] ^= mask[i & 3];
        return new Frame((first & 0x80) != 0, first & 0x0f, body);
    }

    private long longLength() throws IOException {
        var length = 0L;
        for (var octet : bytes(8)) length = length << 8 | (octet & 0xff);
        return length;
    }

    private int octet() throws IOException {
        var next = in.read();
        if (next < 0) throw new EOFException("the client is gone");
        return next;
    }

    private byte[] bytes(int count) throws IOException {
        var bytes = in.readNBytes(count);
        if (bytes.length < count) throw new EOFException("the client is gone");
        return bytes;
    }

    private void write() {
        try {
            for (var batch = outbox.take(); !batch.isEmpty(); batch = outbox.take()) {
                writing.lock();
                try {
                    for (var message : batch) put(TEXT, message);
                    if (outbox.isEmpty()) out.flush();
                } finally {
                    writing.unlock();
                }
            }
        } catch (IOException | InterruptedException gone) {
            outbox.close();
            cut();
        }
    }

    private void send(int kind, byte[] body) throws IOException {
        writing.lock();
        try {
            put(kind, body);
            out.flush();
        } finally {
            writing.unlock();
        }
    }

    private void close(int code) throws IOException {
        send(CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
    }

    private void put(int kind, byte[] body) throws IOException {
        out.write(0x80 | kind);
        if (body.length < 126) {
            out.write(body.length);
        } else if (body.length < 65_536) {
            out.write(126);
            out.write(body.length >> 8);
            out.write(body.length);
        } else {
            out.write(127);
            for (var shift = 56; shift >= 0; shift -= 8) out.write((int) ((long) body.length >> shift));
        }
        out.write(body);
    }
}
