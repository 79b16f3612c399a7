package dev.pawl.tool.files;

import dev.pawl.tool.OutputTruncation;
import java.io.ByteArrayOutputStream;

/// Picks some lines out of a file as its bytes come by: `L12: text`, long ones cut.
final class NumberedLines implements FileBytes.Reader {
    private static final int LONGEST_CHARS = 500;
    private static final int LONGEST_BYTES = 4 * LONGEST_CHARS;
    private static final int LONGEST_HEAD = 200;
    private static final int MOST_CHARS = 4 << 20;

    private final long first;
    private final long count;
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long number = 1;
    private boolean started;
    private boolean open;
    private boolean binary;
    private String openKey = "";

    NumberedLines(long first, long count) {
        this.first = first;
        this.count = count;
    }

    @Override
    public boolean take(byte[] bytes, int length) {
        if (!started && FileBytes.looksBinary(bytes, length)) {
            binary = true;
            return false;
        }
        started = true;
        for (var i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                end();
                if (number - first >= count || text.length() > MOST_CHARS) return false;
            } else {
                open = true;
                if (line.size() < LONGEST_BYTES) line.write(bytes[i]);
            }
        }
        return true;
    }

    private void end() {
        if (number < first) lookForKey();
        else {
            if (number == first && !openKey.isEmpty()) text.append(openKey);
            var read = OutputTruncation.lossy(line.toByteArray());
            if (read.endsWith("\r")) read = read.substring(0, read.length() - 1);
            var cut = read.codePointCount(0, read.length()) > LONGEST_CHARS
                    ? read.substring(0, read.offsetByCodePoints(0, LONGEST_CHARS))
                    : read;
            text.append(text.isEmpty() ? "" : "\n")
                    .append('L')
                    .append(number)
                    .append(": ")
                    .append(cut);
        }
        line.reset();
        open = false;
        number++;
    }

    /// A private key that begins before the first wanted line: its head is shown with the lines, so
    /// that they are known for what they are and taken out.
    private void lookForKey() {
        if (line.size() > LONGEST_HEAD) return;
        var read = OutputTruncation.lossy(line.toByteArray());
        if (read.contains("-----BEGIN ") && read.contains("PRIVATE KEY-----")) openKey = "L" + number + ": " + read;
        else if (read.contains("-----END ")) openKey = "";
    }

    boolean isBinary() {
        return binary;
    }

    /// Whether the file ended before the first line that was wanted.
    boolean isPastTheEnd() {
        return text().isEmpty();
    }

    String text() {
        if (open && number - first < count) end();
        return text.toString();
    }
}
