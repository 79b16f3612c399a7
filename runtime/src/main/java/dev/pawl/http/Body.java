package dev.pawl.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;

/// The bytes of a reply, whichever way the server frames them.
final class Body extends InputStream {
    private enum Framing {
        CHUNKED,
        COUNTED,
        UNTIL_CLOSE
    }

    private final Wire wire;
    private final Framing framing;
    private long left; // of the chunk, or of the whole
    private boolean inChunks; // a chunk was read before, so its line end comes first
    private boolean ended;

    Body(Wire wire, HttpHead head) throws IOException {
        this.wire = wire;
        if (head.header("transfer-encoding").toLowerCase(Locale.ROOT).contains("chunked")) {
            framing = Framing.CHUNKED;
        } else if (!head.header("content-length").isEmpty()) {
            framing = Framing.COUNTED;
            left = count(head.header("content-length"), 10);
            ended = left == 0;
        } else {
            framing = Framing.UNTIL_CLOSE;
            ended = head.status() == 204 || head.status() == 304;
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (!ended && framing == Framing.CHUNKED && left == 0) nextChunk();
        if (ended) return -1;
        var most = framing == Framing.UNTIL_CLOSE ? length : (int) Math.min(length, left);
        var count = wire.read(target, offset, most);
        if (count < 0) {
            if (framing != Framing.UNTIL_CLOSE) throw new EOFException("the reply was cut");
            ended = true;
            return -1;
        }
        left -= count;
        if (framing == Framing.COUNTED && left == 0) ended = true;
        return count;
    }

    private void nextChunk() throws IOException {
        if (inChunks && !wire.line().isEmpty()) throw new IOException("no line end after a chunk");
        inChunks = true;
        var size = wire.line();
        var extension = size.indexOf(';');
        left = count((extension < 0 ? size : size.substring(0, extension)).trim(), 16);
        if (left > 0) return;
        while (!wire.line().isEmpty()) {
            // trailers say nothing we use
        }
        ended = true;
    }

    private static long count(String digits, int radix) throws IOException {
        try {
            var count = Long.parseLong(digits, radix);
            if (count >= 0) return count;
        } catch (NumberFormatException notNumber) {
            throw new IOException("not a length: " + digits, notNumber);
        }
        throw new IOException("not a length: " + digits);
    }

    /// Reads what has arrived already. True when that was all of the reply, so that the connection
    /// can be used again.
    boolean finished() throws IOException {
        // The end of a chunk may be here and the next one's length not: nobody waits for that.
        wire.patience(Duration.ofMillis(20));
        var rest = new byte[1024];
        while (!ended && framing != Framing.UNTIL_CLOSE && wire.ready()) {
            if (read(rest, 0, rest.length) < 0) break;
        }
        return ended && framing != Framing.UNTIL_CLOSE;
    }
}
