package dev.pawl.toml;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;

/// Reads booleans, numbers, dates and times.
final class ScalarReader {
    private final Cursor cursor;
    private final int start;

    ScalarReader(Cursor cursor) {
        this.cursor = cursor;
        this.start = cursor.mark();
    }

    TomlValue read() {
        var word = word();
        return switch (word) {
            case "" -> throw cursor.error("a value was expected, not " + cursor.shown());
            case "true" -> new TomlValue.Flag(true);
            case "false" -> new TomlValue.Flag(false);
            case "inf", "+inf" -> new TomlValue.Decimal(Double.POSITIVE_INFINITY);
            case "-inf" -> new TomlValue.Decimal(Double.NEGATIVE_INFINITY);
            case "nan", "+nan", "-nan" -> new TomlValue.Decimal(Double.NaN);
            default -> isMoment(word) ? moment(word) : number(word);
        };
    }

    private String word() {
        while (isWordCharacter(cursor.peek())) cursor.next();
        // A date and a time may be parted by one space.
        if (cursor.since(start).length() == 10 && isMoment(cursor.since(start)) && cursor.peek() == ' ') {
            int space = cursor.mark();
            cursor.next();
            if (cursor.peek() >= '0' && cursor.peek() <= '9') {
                while (isWordCharacter(cursor.peek())) cursor.next();
            } else {
                cursor.skip(space - cursor.mark());
            }
        }
        return cursor.since(start);
    }

    private static boolean isWordCharacter(int c) {
        return TomlText.isBare(c) || c == '+' || c == '.' || c == ':';
    }

    private static boolean isMoment(String word) {
        return (word.length() >= 10 && word.charAt(4) == '-' && isDigits(word, 0, 4))
                || (word.length() >= 8 && word.charAt(2) == ':' && isDigits(word, 0, 2));
    }

    private TomlValue moment(String word) {
        var text = word.replace(' ', 'T').replace('t', 'T').replace('z', 'Z');
        try {
            if (text.charAt(2) == ':') return new TomlValue.Moment(LocalTime.parse(withSeconds(text, 0)));
            if (text.length() == 10) return new TomlValue.Moment(LocalDate.parse(text));
            if (hasOffset(text)) return new TomlValue.Moment(OffsetDateTime.parse(withSeconds(text, 11)));
            return new TomlValue.Moment(LocalDateTime.parse(withSeconds(text, 11)));
        } catch (DateTimeException bad) {
            throw cursor.errorAt(start, "'" + word + "' is not a date or time");
        }
    }

    /// Java takes 07:32 for a time; TOML 1.0 does not. What is finer than nanoseconds is cut off.
    private static String withSeconds(String text, int timeStart) {
        int fraction = timeStart + 8;
        if (text.length() < fraction || text.charAt(timeStart + 5) != ':') throw new DateTimeException("no seconds");
        if (text.length() == fraction || text.charAt(fraction) != '.') return text;
        int end = fraction + 1;
        while (end < text.length() && isDigit(text.charAt(end))) end++;
        return text.substring(0, Math.min(end, fraction + 10)) + text.substring(end);
    }

    private static boolean hasOffset(String text) {
        return text.endsWith("Z") || text.indexOf('+', 11) > 0 || text.indexOf('-', 11) > 0;
    }

    private TomlValue number(String word) {
        if (word.startsWith("0x")) return whole(word, word.substring(2), 16);
        if (word.startsWith("0o")) return whole(word, word.substring(2), 8);
        if (word.startsWith("0b")) return whole(word, word.substring(2), 2);
        int sign = word.charAt(0) == '+' || word.charAt(0) == '-' ? 1 : 0;
        int digits = digitsEnd(word, sign);
        if (digits < 0 || (word.charAt(sign) == '0' && digits > sign + 1)) throw notAValue(word);
        if (digits == word.length()) return whole(word, word.charAt(0) == '+' ? word.substring(1) : word, 10);
        int at = digits;
        if (word.charAt(at) == '.') at = digitsEnd(word, at + 1);
        if (at > 0 && at < word.length() && (word.charAt(at) == 'e' || word.charAt(at) == 'E'))
            at = exponentEnd(word, at + 1);
        if (at != word.length()) throw notAValue(word);
        return new TomlValue.Decimal(Double.parseDouble(word.replace("_", "")));
    }

    private static int exponentEnd(String word, int at) {
        boolean signed = at < word.length() && (word.charAt(at) == '+' || word.charAt(at) == '-');
        return digitsEnd(word, signed ? at + 1 : at);
    }

    /// Where the digits from `at` end; -1 when there are none, or an underscore is not between two
    /// of them.
    private static int digitsEnd(String word, int at) {
        int i = at;
        while (i < word.length()) {
            char c = word.charAt(i);
            if (c == '_') {
                boolean between =
                        i > at && i + 1 < word.length() && isDigit(word.charAt(i - 1)) && isDigit(word.charAt(i + 1));
                if (!between) return -1;
            } else if (!isDigit(c)) {
                break;
            }
            i++;
        }
        return i == at ? -1 : i;
    }

    private TomlValue whole(String word, String digits, int base) {
        boolean tidy = !digits.isEmpty() && !digits.startsWith("_") && !digits.endsWith("_") && !digits.contains("__");
        // parseLong would take a second sign here.
        if (!tidy || (base != 10 && Character.digit(digits.charAt(0), base) < 0)) throw notAValue(word);
        try {
            return new TomlValue.Whole(Long.parseLong(digits.replace("_", ""), base));
        } catch (NumberFormatException bad) {
            for (int i = 0; i < digits.length(); i++) {
                char c = digits.charAt(i);
                if (c != '_' && c != '-' && Character.digit(c, base) < 0) throw notAValue(word);
            }
            throw cursor.errorAt(start, word + " does not fit in 64 bits");
        }
    }

    private TomlError notAValue(String word) {
        var hint = Character.isLetter(word.charAt(0)) ? "; a string needs quotes" : "";
        return cursor.errorAt(start, "'" + word + "' is not a value" + hint);
    }

    private static boolean isDigits(String word, int from, int to) {
        for (int i = from; i < to; i++) if (!isDigit(word.charAt(i))) return false;
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
