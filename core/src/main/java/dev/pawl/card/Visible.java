package dev.pawl.card;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Set;

/// Text with nothing hidden in it: characters that are not seen, that steer a terminal, or that
/// turn others around are spelt out by their numbers. The one filter for text that Pawl did not
/// write itself.
public final class Visible {
    /// Scripts whose letters are joined or kept apart by characters without a width.
    private static final Set<UnicodeScript> JOINING = Set.of(
            UnicodeScript.ARABIC,
            UnicodeScript.SYRIAC,
            UnicodeScript.NKO,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.GUJARATI,
            UnicodeScript.ORIYA,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;
    private static final int EMOJI_STYLE = 0xFE0F;
    private static final int TEXT_STYLE = 0xFE0E;
    private static final int KEYCAP = 0x20E3;
    /// More marks over one letter than any language has.
    private static final int MOST_MARKS = 8;

    private enum Care {
        /// One line, exactly.
        LINE,
        /// Lines, exactly: what a person decides about.
        TEXT,
        /// Lines as people write them: with emoji, and with spaces of any width.
        PROSE
    }

    private Visible() {}

    /// What a person decides about; lines stay lines.
    public static String text(String text) {
        return filter(text, Care.TEXT);
    }

    /// The same in one line: line ends and tabs are spelt out too.
    public static String line(String text) {
        return filter(text, Care.LINE);
    }

    /// What a person reads. Writing of every language looks as it should: joiners pass inside
    /// emoji and where a script needs them.
    public static String prose(String text) {
        return filter(text, Care.PROSE);
    }

    /// The same in one line: ends of lines become blanks.
    public static String heading(String text) {
        return prose(text).replace('\n', ' ').replace('\t', ' ');
    }

    /// A text in JSON with the same meaning: what is hidden is in strings, and is escaped there.
    public static String json(String text) {
        var plain = plainPart(text, Care.LINE);
        if (plain == text.length()) return text;
        var shown = new StringBuilder(text.length() + 64).append(text, 0, plain);
        text.codePoints().skip(plain).forEach(point -> {
            if (!isHidden(point) || isBlank(point)) shown.appendCodePoint(point);
            else for (var unit : Character.toChars(point)) escape(shown, unit);
        });
        return shown.toString();
    }

    /// Between the values of a JSON text.
    private static boolean isBlank(int point) {
        return point == '\n' || point == '\t' || point == '\r';
    }

    private static void escape(StringBuilder shown, char unit) {
        var digits = Integer.toHexString(unit);
        shown.append('\\').append('u').repeat('0', 4 - digits.length()).append(digits);
    }

    /// Whether something in it is not seen as it is.
    public static boolean hidesSomething(String text) {
        return !text(text).equals(text);
    }

    private static String filter(String text, Care care) {
        var plain = plainPart(text, care);
        if (plain == text.length()) return text;
        var shown = new StringBuilder(text.length() + 64).append(text, 0, plain);
        var before = plain == 0 ? -1 : text.charAt(plain - 1);
        var marks = 0;
        int point;
        for (var at = plain; at < text.length(); at += Character.charCount(point)) {
            point = text.codePointAt(at);
            var next = at + Character.charCount(point);
            var after = next < text.length() ? text.codePointAt(next) : -1;
            if (care == Care.PROSE && point == '\r' && after == '\n') continue;
            marks = isMark(point) ? marks + 1 : 0;
            if (marks <= MOST_MARKS && passes(before, point, after, care)) shown.appendCodePoint(point);
            else spell(shown, point);
            before = point;
        }
        return shown.toString();
    }

    /// How many characters at the beginning are plain: mostly all.
    private static int plainPart(String text, Care care) {
        var at = 0;
        while (at < text.length()) {
            var c = text.charAt(at);
            if ((c < ' ' || c > '~') && (care == Care.LINE || (c != '\n' && c != '\t'))) break;
            at++;
        }
        return at;
    }

    private static void spell(StringBuilder shown, int point) {
        var digits = Integer.toHexString(point).toUpperCase(Locale.ROOT);
        shown.append("\\u{")
                .repeat('0', Math.max(0, 4 - digits.length()))
                .append(digits)
                .append('}');
    }

    private static boolean passes(int before, int point, int after, Care care) {
        if (point == '\n' || point == '\t') return care != Care.LINE;
        if (!isHidden(point)) return true;
        return care == Care.PROSE && isSeenInProse(before, point, after);
    }

    private static boolean isSeenInProse(int before, int point, int after) {
        return switch (point) {
            case EMOJI_STYLE, TEXT_STYLE -> isPicture(before) || (isKeycapBase(before) && after == KEYCAP);
            case ZERO_WIDTH_JOINER ->
                ((isPicture(before) || before == EMOJI_STYLE) && isPicture(after)) || joins(before, after);
            case ZERO_WIDTH_NON_JOINER -> joins(before, after);
            default ->
                Character.getType(point) == Character.SPACE_SEPARATOR
                        || Character.getType(point) == Character.PRIVATE_USE
                        || (point >= 0x600 && point <= 0x605)
                        || point == 0x6DD;
        };
    }

    private static boolean isPicture(int point) {
        return point > 0x7F && Character.isEmoji(point);
    }

    private static boolean isKeycapBase(int point) {
        return (point >= '0' && point <= '9') || point == '#' || point == '*';
    }

    private static boolean joins(int before, int after) {
        return before > 0x7F && after > 0x7F && isOfJoiningScript(before) && isOfJoiningScript(after);
    }

    private static boolean isOfJoiningScript(int point) {
        return (Character.isLetter(point) || isMark(point)) && JOINING.contains(UnicodeScript.of(point));
    }

    private static boolean isMark(int point) {
        if (point < 0x300) return false;
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> point != ' ';
            default -> drawsNothing(point);
        };
    }

    /// Letters and marks without a shape: variation selectors, fillers, blanks.
    private static boolean drawsNothing(int point) {
        return (point >= 0xFE00 && point <= 0xFE0F)
                || (point >= 0xE0100 && point <= 0xE01EF)
                || (point >= 0x180B && point <= 0x180F)
                || point == 0x034F
                || point == 0x115F
                || point == 0x1160
                || point == 0x17B4
                || point == 0x17B5
                || point == 0x3164
                || point == 0xFFA0
                || point == 0x2800;
    }
}
