package dev.pawl.provider.dialect;

import dev.pawl.http.HttpHead;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long a server asks us to wait. Zero when it does not say, or says it in no way we know.
public final class Delays {
    private static final Pattern WORDS = Pattern.compile(
            "(?:try again|retry) (?:in|after) *"
                    + "(?:(?<hours>[0-9]{1,6}) *h(?:ours?)?)? *(?:(?<minutes>[0-9]{1,6}) *m(?!s)(?:in(?:utes?)?)?)? *"
                    + "(?:(?<seconds>[0-9.]{1,12}) *s|(?<millis>[0-9.]{1,12}) *ms)?",
            Pattern.CASE_INSENSITIVE);
    private static final Duration LONGEST = Duration.ofHours(24);

    private Delays() {}

    /// From `retry-after-ms` or `retry-after`, in seconds or as a date.
    public static Duration named(HttpHead head) {
        var millis = number(head.header("retry-after-ms"), 1);
        if (millis.isPositive()) return millis;
        var after = head.header("retry-after");
        if (after.isEmpty()) return Duration.ZERO;
        var seconds = number(after, 1000);
        return seconds.isPositive() ? seconds : until(after, head.header("date"));
    }

    /// From a text such as `Please try again in 1.5s` or `retry after 2m30s`.
    public static Duration named(String message) {
        var found = WORDS.matcher(message);
        if (!found.find()) return Duration.ZERO;
        var hours = number(group(found, "hours"), 3_600_000);
        var minutes = number(group(found, "minutes"), 60_000);
        var seconds = number(group(found, "seconds"), 1_000);
        var sum = hours.plus(minutes).plus(seconds).plus(number(group(found, "millis"), 1));
        return sum.compareTo(LONGEST) < 0 ? sum : LONGEST;
    }

    private static String group(Matcher found, String name) {
        var text = found.group(name);
        return text == null ? "" : text;
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
