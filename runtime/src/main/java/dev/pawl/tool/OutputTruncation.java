package dev.pawl.tool;

import java.nio.charset.StandardCharsets;

/// What the model gets of a long output. A token counts as four bytes of UTF-8; of a text over the
/// budget the first and the last half of the budget stay, and a mark between them says how much
/// went. The mark itself is not counted.
public final class OutputTruncation {
    private static final int BYTES_PER_TOKEN = 4;

    private OutputTruncation() {}

    /// How many tokens a text is taken for.
    public static long tokens(String text) {
        return tokens(bytes(text));
    }

    /// The middle cut out, nothing said in front.
    public static String middle(String text, long maxTokens) {
        var budget = budget(maxTokens);
        var total = bytes(text);
        if (total <= budget) return text;
        var head = budget / 2;
        return headOf(text, head) + "…" + tokens(total - budget) + " tokens truncated…" + tailOf(text, budget - head);
    }

    /// The middle cut out, and a warning with the original size in front.
    public static String announced(String text, long maxTokens) {
        if (bytes(text) <= budget(maxTokens)) return text;
        return "Warning: truncated output (original token count: " + tokens(text) + ")\nTotal output lines: "
                + lines(text) + "\n\n" + middle(text, maxTokens);
    }

    /// What of an answer is kept in the history: a fifth more than the limit, so that an answer
    /// which its tool has cut already stays as it is.
    public static String forHistory(String answer, int limitTokens) {
        return middle(answer, (long) Math.ceil(limitTokens * 1.2));
    }

    private static long budget(long maxTokens) {
        return Math.multiplyExact(Math.min(maxTokens, Integer.MAX_VALUE), BYTES_PER_TOKEN);
    }

    private static long tokens(long bytes) {
        return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }

    private static long lines(String text) {
        var ends = text.chars().filter(c -> c == '\n').count();
        return text.isEmpty() || text.endsWith("\n") ? ends : ends + 1;
    }

    private static long bytes(String text) {
        var count = 0L;
        for (var i = 0; i < text.length(); ) {
            var c = text.codePointAt(i);
            count += width(c);
            i += Character.charCount(c);
        }
        return count;
    }

    private static String headOf(String text, long bytes) {
        var left = bytes;
        var i = 0;
        while (i < text.length()) {
            var c = text.codePointAt(i);
            left -= width(c);
            if (left < 0) break;
            i += Character.charCount(c);
        }
        return text.substring(0, i);
    }

    private static String tailOf(String text, long bytes) {
        var left = bytes;
        var i = text.length();
        while (i > 0) {
            var c = text.codePointBefore(i);
            left -= width(c);
            if (left < 0) break;
            i -= Character.charCount(c);
        }
        return text.substring(i);
    }

    /// Bytes in UTF-8; half a surrogate pair becomes a question mark there.
    private static int width(int codePoint) {
        if (codePoint < 0x80) return 1;
        if (codePoint < 0x800) return 2;
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) return 1;
        return codePoint < 0x10000 ? 3 : 4;
    }

    /// Output of a process as text: what is not UTF-8 becomes U+FFFD.
    public static String lossy(byte[] output) {
        return new String(output, StandardCharsets.UTF_8);
    }
}
