package dev.pawl.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.jspecify.annotations.Nullable;

/// One WebSocket. Jetty reads and checks frames and calls this for each; messages are put together
/// here, and leave as the bytes they came as: one text for many clients is encoded once.
final class WebSocketConnection implements FrameHandler, WebSocketPeer {
    private static final int NOT_TEXT = 1003;

    private final WebSocketListener listener;
    private final BooleanSupplier place;
    private final int mostBytes;
    private final Set<WebSocketConnection> open;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private volatile @Nullable CoreSession channel;

    /// @param open  where it is found while it is open
    /// @param place asks for a client's place
    WebSocketConnection(
            WebSocketListener listener, BooleanSupplier place, int mostBytes, Set<WebSocketConnection> open) {
        this.listener = listener;
        this.place = place;
        this.mostBytes = mostBytes;
        this.open = open;
    }

    private CoreSession channel() {
        return Optional.ofNullable(channel).orElseThrow(() -> new IllegalStateException("not open yet"));
    }

    // Jetty calls.

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        channel = opened;
        open.add(this);
        listener.opened(this);
        callback.succeeded();
        opened.demand();
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.CONTINUATION -> text(frame, callback);
            case OpCode.BINARY -> {
                callback.succeeded();
                channel().close(NOT_TEXT, "only text is understood", Callback.NOOP);
            }
            case OpCode.PING -> {
                var same = ByteBuffer.wrap(bytes(frame));
                callback.succeeded();
                channel().sendFrame(new Frame(OpCode.PONG, same), Callback.NOOP, false);
                channel().demand();
            }
            case OpCode.CLOSE -> callback.succeeded(); // Jetty replies and ends it
            default -> {
                callback.succeeded();
                channel().demand();
            }
        }
    }

    private void text(Frame frame, Callback callback) {
        if (message.size() + frame.getPayloadLength() > channel().getMaxTextMessageSize()) {
            callback.failed(new MessageTooLargeException("the message is too large"));
            return;
        }
        message.writeBytes(bytes(frame));
        if (frame.isFin()) {
            try {
                listener.received(UTF_8.newDecoder()
                        .decode(ByteBuffer.wrap(message.toByteArray()))
                        .toString());
            } catch (CharacterCodingException notUtf8) {
                callback.failed(new BadPayloadException("the text is not UTF-8"));
                return;
            }
            message.reset();
        }
        callback.succeeded();
        channel().demand();
    }

    /// The frame's buffer is used again.
    private static byte[] bytes(Frame frame) {
        var bytes = new byte[frame.getPayloadLength()];
        frame.getPayload().duplicate().get(bytes);
        return bytes;
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        callback.succeeded(); // the end follows
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        open.remove(this);
        listener.closed();
        callback.succeeded();
    }

    // The server's side calls.

    @Override
    public void send(List<byte[]> messages) throws IOException, InterruptedException {
        var written = new CountDownLatch(messages.size());
        var failed = new AtomicReference<@Nullable Throwable>();
        var each = Callback.from(written::countDown, problem -> {
            failed.set(problem);
            written.countDown();
        });
        for (var i = 0; i < messages.size(); i++) {
            var isLast = i == messages.size() - 1;
            channel().sendFrame(new Frame(OpCode.TEXT, ByteBuffer.wrap(messages.get(i))), each, !isLast);
        }
        written.await();
        var problem = failed.get();
        if (problem != null) throw new IOException("the client is gone", problem);
    }

    @Override
    public boolean admit() {
        if (!place.getAsBoolean()) return false;
        channel().setMaxTextMessageSize(mostBytes);
        channel().setMaxFrameSize(mostBytes);
        return true;
    }

    void ping() {
        channel().sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
    }

    @Override
    public void close(CloseCode code, String reason) {
        channel().close(code.number(), reason, Callback.NOOP);
    }

    @Override
    public void cut() {
        channel().abort();
    }
}
