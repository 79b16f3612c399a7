package dev.pawl.tui.text;

/// How many columns text takes, by grapheme cluster: what a reader takes for one character is
/// measured and cut as one.
public final class Width {
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int EMOJI_STYLE = 0xFE0F;
    private static final int KEYCAP = 0x20E3;

    /// First and last of the ranges that East Asian fonts draw two columns wide; emoji are asked of
    /// the JDK.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2329, 0x232A, 0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DFF, 0x4E00, 0xA4CF, 0xA960, 0xA97F,
        0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0,
        0x18DFF, 0x1AFF0, 0x1B2FF, 0x1D300, 0x1D376, 0x1F200, 0x1F265, 0x20000, 0x3FFFD
    };

    private Width() {}

    public static int of(String text) {
        var width = 0;
        for (var at = 0; at < text.length(); ) {
            var c = text.charAt(at);
            if (c < 0x7F && (at + 1 == text.length() || text.charAt(at + 1) < 0x7F)) {
                width++;
                at++;
                continue;
            }
            var next = next(text, at);
            width += ofCluster(text, at, next);
            at = next;
        }
        return width;
    }

    /// The longest beginning that fits into so many columns.
    public static String head(String text, int columns) {
        var left = columns;
        for (var at = 0; at < text.length(); ) {
            var next = next(text, at);
            left -= ofCluster(text, at, next);
            if (left < 0) return text.substring(0, at);
            at = next;
        }
        return text;
    }

    /// Where the cluster after the one that begins here begins.
    public static int next(String text, int from) {
        var point = text.codePointAt(from);
        var at = from + Character.charCount(point);
        if (isRegional(point) && at < text.length() && isRegional(text.codePointAt(at))) at += 2;
        while (at < text.length()) {
            var follower = text.codePointAt(at);
            if (follower == ZERO_WIDTH_JOINER && at + 1 < text.length()) {
                var joined = text.codePointAt(at + 1);
                at++;
                if (Character.isExtendedPictographic(joined)) at += Character.charCount(joined);
            } else if (extendsCluster(point, follower)) {
                at += Character.charCount(follower);
            } else break;
        }
        return at;
    }

    /// Where the cluster before this place begins.
    public static int before(String text, int to) {
        var at = 0;
        // From the last line end on: no cluster goes over one.
        var line = to > 1 ? text.lastIndexOf('\n', to - 2) : -1;
        if (line >= 0) at = line + 1;
        while (at < to) {
            var next = next(text, at);
            if (next >= to) return at;
            at = next;
        }
        return at;
    }

    /// @param next where the cluster ends
    static int ofCluster(String text, int from, int next) {
        var point = text.codePointAt(from);
        if (next - from > Character.charCount(point)) {
            if (isRegional(point)) return 2;
            var last = text.codePointBefore(next);
            if (last == KEYCAP) return 2;
            if (text.indexOf(EMOJI_STYLE, from) >= 0 && text.indexOf(EMOJI_STYLE, from) < next) return 2;
        }
        return ofPoint(point);
    }

    private static int ofPoint(int point) {
        if (point < 0x20 || point == 0x7F) return 0;
        if (point < 0x300) return 1;
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT, Character.CONTROL -> 0;
            default -> isJamoTail(point) ? 0 : isWide(point) ? 2 : 1;
        };
    }

    private static boolean extendsCluster(int base, int point) {
        if (point < 0x300) return false;
        if (point >= 0x1F3FB && point <= 0x1F3FF) return Character.isEmoji(base);
        if (isJamoTail(point)) return (base >= 0x1100 && base <= 0x11FF) || (base >= 0xAC00 && base <= 0xD7A3);
        if (point >= 0xE0020 && point <= 0xE007F) return true;
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> point == 0x200C;
        };
    }

    private static boolean isRegional(int point) {
        return point >= 0x1F1E6 && point <= 0x1F1FF;
    }

    private static boolean isJamoTail(int point) {
        return (point >= 0x1160 && point <= 0x11FF) || (point >= 0xD7B0 && point <= 0xD7FB);
    }

    private static boolean isWide(int point) {
        if (point < WIDE[0]) return false;
        for (var i = 0; i < WIDE.length; i += 2) {
            if (point < WIDE[i]) break;
            if (point <= WIDE[i + 1]) return true;
        }
        return Character.isEmojiPresentation(point) && !isRegional(point);
    }
}
