package dev.pawl.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads `text/event-stream`, byte by byte out of its own buffer, as the HTML standard says: lines
/// end with CR, LF or both; several `data` lines join; comments and a byte order mark are skipped.
/// What is not UTF-8 becomes replacement characters. An event that the stream's end cuts is
/// dropped.
public final class ServerSentEvents {
    /// More than any answer needs; less than would hurt.
    public static final int LARGEST = 16 * 1024 * 1024;

    /// A buffer that grew beyond this for one giant does not stay.
    private static final int LASTING = 1024 * 1024;

    /// `name` is empty when the server sent none.
    public record Event(String name, String data) {}

    private final InputStream in;
    private final byte[] buffer = new byte[16 * 1024];
    private int from;
    private int to;
    private byte[] line = new byte[1024];
    private int lineLength;
    private boolean afterReturn; // the LF of a CRLF may still come
    private boolean begun;

    private byte[] data = new byte[1024];
    private int dataLength;
    private boolean hasData;
    private String name = "";
    private String lastId = "";
    private int retryMillis = -1;

    public ServerSentEvents(InputStream in) {
        this.in = in;
    }

    /// The next event that has data, or null at the end.
    public @Nullable Event next() throws IOException {
        while (readLine()) {
            if (lineLength > 0) {
                field();
                continue;
            }
            if (hasData) return dispatch();
            name = "";
        }
        return null;
    }

    private Event dispatch() {
        var event = new Event(name, new String(data, 0, dataLength, StandardCharsets.UTF_8));
        dataLength = 0;
        hasData = false;
        name = "";
        if (data.length > LASTING) data = new byte[1024];
        return event;
    }

    private void field() throws IOException {
        var colon = 0;
        while (colon < lineLength && line[colon] != ':') colon++;
        var value = colon + 1;
        if (value < lineLength && line[value] == ' ') value++;
        if (value > lineLength) value = lineLength;
        if (isField("data", colon)) {
            append(value);
        } else if (isField("event", colon)) {
            name = new String(line, value, lineLength - value, StandardCharsets.UTF_8);
        } else if (isField("id", colon)) {
            lastId = new String(line, value, lineLength - value, StandardCharsets.UTF_8);
        } else if (isField("retry", colon)) {
            retry(new String(line, value, lineLength - value, StandardCharsets.UTF_8));
        }
    }

    private void retry(String digits) {
        if (digits.matches("[0-9]{1,7}")) retryMillis = Integer.parseInt(digits);
    }

    /// The id a reader names to go on after the last event; empty when the server gave none.
    public String lastId() {
        return lastId;
    }

    /// How long the server wants a reader to wait before it comes again.
    public int retryMillis(int otherwise) {
        return retryMillis < 0 ? otherwise : retryMillis;
    }

    private boolean isField(String field, int length) {
        if (field.length() != length) return false;
        for (var i = 0; i < length; i++) {
            if (line[i] != field.charAt(i)) return false;
        }
        return true;
    }

    private void append(int value) throws IOException {
        var more = lineLength - value + (hasData ? 1 : 0);
        data = grown(data, dataLength, more);
        if (hasData) data[dataLength++] = '\n';
        System.arraycopy(line, value, data, dataLength, lineLength - value);
        dataLength += lineLength - value;
        hasData = true;
    }

    /// Fills [#line]; false at the end of the stream.
    private boolean readLine() throws IOException {
        lineLength = 0;
        if (line.length > LASTING) line = new byte[1024];
        while (true) {
            if (from == to && !fill()) return false;
            if (afterReturn) {
                afterReturn = false;
                if (buffer[from] == '\n') {
                    from++;
                    continue;
                }
            }
            var end = from;
            while (end < to && buffer[end] != '\n' && buffer[end] != '\r') end++;
            take(end);
            if (end == to) continue;
            afterReturn = buffer[from++] == '\r';
            begun = true;
            return true;
        }
    }

    private void take(int end) throws IOException {
        var count = end - from;
        line = grown(line, lineLength, count);
        System.arraycopy(buffer, from, line, lineLength, count);
        lineLength += count;
        from = end;
        if (!begun && lineLength >= 3) {
            begun = true;
            if (line[0] == (byte) 0xef && line[1] == (byte) 0xbb && line[2] == (byte) 0xbf) {
                System.arraycopy(line, 3, line, 0, lineLength - 3);
                lineLength -= 3;
            }
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(in.read(buffer, 0, buffer.length), 0);
        return to > 0;
    }

    private static byte[] grown(byte[] bytes, int length, int more) throws IOException {
        if (length + more > LARGEST) throw new IOException("an event over " + LARGEST + " bytes");
        if (length + more <= bytes.length) return bytes;
        return Arrays.copyOf(bytes, Math.min(LARGEST, Math.max(length + more, bytes.length * 2)));
    }
}
