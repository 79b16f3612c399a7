package dev.pawl.tool.shell;

import dev.pawl.tool.OutputTruncation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The beginning and the end of an output of any length; between them only a count of bytes is
/// kept. Not for use by many threads at once: the owner locks.
final class HeadTail {
    private final int half;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private byte[] ring = new byte[0];
    private long afterHead;

    HeadTail(int capacityBytes) {
        this.half = capacityBytes / 2;
    }

    void write(byte[] bytes, int length) {
        var toHead = Math.min(length, half - head.size());
        head.write(bytes, 0, toHead);
        if (toHead < length) toRing(bytes, toHead, length - toHead);
    }

    private void toRing(byte[] bytes, int offset, int length) {
        if (ring.length == 0) ring = new byte[half];
        var skipped = Math.max(0, length - half); // would be overwritten at once
        afterHead += skipped;
        var from = offset + skipped;
        var left = length - skipped;
        while (left > 0) {
            var at = (int) (afterHead % half);
            var piece = Math.min(left, half - at);
            System.arraycopy(bytes, from, ring, at, piece);
            afterHead += piece;
            from += piece;
            left -= piece;
        }
    }

    /// How many bytes came in all.
    long size() {
        return head.size() + afterHead;
    }

    /// How many bytes of the middle are gone.
    long omitted() {
        return Math.max(0, afterHead - half);
    }

    /// What was kept; a mark says how much is missing.
    String text() {
        var all = new ByteArrayOutputStream(head.size() + ring.length + 64);
        all.writeBytes(head.toByteArray());
        if (omitted() > 0) {
            all.writeBytes(("\n... " + omitted() + " bytes omitted ...\n").getBytes(StandardCharsets.US_ASCII));
            var oldest = (int) (afterHead % half);
            all.write(ring, oldest, half - oldest);
            all.write(ring, 0, oldest);
        } else {
            all.write(ring, 0, (int) afterHead);
        }
        return OutputTruncation.lossy(all.toByteArray());
    }
}
