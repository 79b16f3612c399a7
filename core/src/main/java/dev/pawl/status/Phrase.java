package dev.pawl.status;

import java.time.Duration;
import java.util.List;

/// Something a status says, in no language yet: a key with its values. Texts of the model, of an
/// error or of a command are the value of [StatusText#TEXT] and are never translated.
public record Phrase(StatusText key, List<String> values) {
    public static final Phrase NOTHING = new Phrase(StatusText.NOTHING, List.of());

    public Phrase {
        values = List.copyOf(values);
    }

    static Phrase of(StatusText key, Object... values) {
        return new Phrase(key, List.of(values).stream().map(String::valueOf).toList());
    }

    /// Words that are the same in every language; nothing when there are none.
    public static Phrase text(String text) {
        return text.isEmpty() ? NOTHING : of(StatusText.TEXT, text);
    }

    public boolean isNothing() {
        return key == StatusText.NOTHING;
    }

    public String english() {
        return filled(key.english(), Phrase::english);
    }

    public String chinese() {
        var separated = key == StatusText.MCP_MANY || key == StatusText.MCP_FAILED
                ? new Phrase(
                        key,
                        values.stream().map(value -> value.replace(", ", "、")).toList())
                : this;
        return separated.filled(key.chinese(), Phrase::chinese);
    }

    private interface TimeWords {
        String of(Duration time);
    }

    private String filled(String pattern, TimeWords times) {
        var said = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            int open = pattern.indexOf('{', at);
            if (open < 0) break;
            int close = pattern.indexOf('}', open);
            var value = values.get(pattern.charAt(open + 1) - '0');
            boolean seconds = pattern.charAt(close - 1) == 's';
            said.append(pattern, at, open)
                    .append(seconds ? times.of(Duration.ofSeconds(Long.parseLong(value))) : value);
            at = close + 1;
        }
        return said.append(pattern, at, pattern.length()).toString();
    }

    /// `59s`, `1m 00s`, `1h 00m 00s`.
    public static String english(Duration time) {
        return clock(time, "h ", "m ", "s", "%02d");
    }

    /// `59 秒`, `1 分 10 秒`.
    public static String chinese(Duration time) {
        return clock(time, " 小时 ", " 分 ", " 秒", "%d");
    }

    private static String clock(Duration time, String hour, String minute, String second, String small) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 60) return seconds + second;
        var rest = String.format(small, seconds % 60) + second;
        if (seconds < 3600) return seconds / 60 + minute + rest;
        return seconds / 3600 + hour + String.format(small, seconds / 60 % 60) + minute + rest;
    }
}
