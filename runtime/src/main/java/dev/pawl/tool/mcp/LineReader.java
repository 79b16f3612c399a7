package dev.pawl.tool.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads lines of UTF-8 that have an upper bound: a server must not fill the heap.
final class LineReader {
    /// A picture or a book fits; a runaway does not.
    static final int LARGEST = 32 * 1024 * 1024;

    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private int from;
    private int to;

    LineReader(InputStream in) {
        this.in = in;
    }

    /// The next line without its end, or null when there is none. Throws for one that is too long.
    @Nullable
    String next() throws IOException {
        var line = new byte[0];
        while (true) {
            if (from == to) {
                to = Math.max(in.read(buffer, 0, buffer.length), 0);
                from = 0;
                if (to == 0) return line.length == 0 ? null : text(line);
            }
            var end = from;
            while (end < to && buffer[end] != '\n') end++;
            var old = line.length;
            if (old + end - from > LARGEST) throw new IOException("a message over " + LARGEST + " bytes");
            line = Arrays.copyOf(line, old + end - from);
            System.arraycopy(buffer, from, line, old, end - from);
            from = end;
            if (end < to) {
                from++;
                return text(line);
            }
        }
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }
}
