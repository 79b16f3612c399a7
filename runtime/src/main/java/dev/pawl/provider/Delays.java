package dev.pawl.provider;

import dev.pawl.http.Head;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// How long a server asks us to wait. Zero when it does not say, or says it in no way we know.
final class Delays {
    private static final String WORDS = "try again in";
    private static final Duration LONGEST = Duration.ofHours(24);

    private Delays() {}

    /// From `retry-after-ms` or `retry-after`, in seconds or as a date.
    static Duration named(Head head) {
        var millis = number(head.header("retry-after-ms"), 1);
        if (millis.isPositive()) return millis;
        var after = head.header("retry-after");
        if (after.isEmpty()) return Duration.ZERO;
        var seconds = number(after, 1000);
        return seconds.isPositive() ? seconds : until(after, head.header("date"));
    }

    /// From a text such as `Please try again in 1.5s`.
    static Duration named(String message) {
        var at = message.toLowerCase(Locale.ROOT).indexOf(WORDS);
        if (at < 0) return Duration.ZERO;
        var from = skipSpaces(message, at + WORDS.length());
        var to = from;
        while (to < message.length() && (isDigit(message.charAt(to)) || message.charAt(to) == '.')) to++;
        var unit = skipSpaces(message, to);
        var digits = message.substring(from, to);
        if (message.regionMatches(true, unit, "ms", 0, 2)) return number(digits, 1);
        if (message.regionMatches(true, unit, "s", 0, 1)) return number(digits, 1000);
        return Duration.ZERO;
    }

    private static int skipSpaces(String text, int from) {
        var at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Duration number(String digits, int millisEach) {
        if (digits.isEmpty() || digits.length() > 20 || !isDigit(digits.charAt(0))) return Duration.ZERO;
        try {
            var millis = new BigDecimal(digits).multiply(BigDecimal.valueOf(millisEach));
            return millis.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) > 0
                    ? LONGEST
                    : Duration.ofMillis(millis.longValue());
        } catch (NumberFormatException notNumber) {
            return Duration.ZERO;
        }
    }

    /// By the server's own clock: ours may differ.
    private static Duration until(String date, String now) {
        try {
            var wait = Duration.between(read(now), read(date));
            if (wait.isNegative()) return Duration.ZERO;
            return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
        } catch (DateTimeException notDates) {
            return Duration.ZERO;
        }
    }

    private static ZonedDateTime read(String date) {
        return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME);
    }
}
