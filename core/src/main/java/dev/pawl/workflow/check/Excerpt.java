package dev.pawl.workflow.check;

import java.util.List;
import java.util.regex.Pattern;

/// What a person and a model see of a long output: the first error and the end of it.
public final class Excerpt {
    /// About eight kilobytes.
    public static final int MOST = 8_000;

    private static final int AROUND = 15;
    private static final Pattern ERROR = Pattern.compile(
            "(?i)\\b(error|fail(ed|ure|ures|s)?|exception|panic(ked)?|traceback|assert\\w*|not ok|cannot)\\b"
                    + "|\\bundefined\\b|✕|✗");
    private static final Pattern VARYING =
            Pattern.compile("0x[0-9a-fA-F]+|[0-9a-f]{7,}(?=\\b)|\\d+([.,:]\\d+)*\\s*(ms|s|sec|seconds|min)?\\b"
                    + "|/tmp/\\S+|\\x1b\\[[0-9;]*m");

    /// A line that is drawn rather than written.
    private static final Pattern BANNER = Pattern.compile("[=_*#-]{8,}");

    private Excerpt() {}

    public static String of(String output) {
        var lines = output.lines().toList();
        if (output.length() <= MOST) return output.strip();
        int first = firstError(lines);
        var head = first < 0 ? "" : block(lines, Math.max(0, first - 2), MOST / 2);
        var tail = end(output, MOST - Math.min(head.length(), MOST / 2) - 80);
        return head.isEmpty() ? "…\n" + tail : head + "\n… " + lines.size() + " lines in all …\n" + tail;
    }

    /// The first line that reads like an error; the last line when none does.
    public static String firstErrorLine(String output) {
        var lines = output.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) return "";
        int first = firstError(lines);
        var line = lines.get(first < 0 ? lines.size() - 1 : first).strip();
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }

    private static int firstError(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (ERROR.matcher(lines.get(i)).find()
                    && !BANNER.matcher(lines.get(i)).find()) return i;
        }
        return -1;
    }

    private static String block(List<String> lines, int from, int most) {
        var text = new StringBuilder();
        for (int i = from; i < Math.min(lines.size(), from + AROUND) && text.length() < most; i++) {
            var line = lines.get(i);
            text.append(line, 0, Math.min(line.length(), most - text.length())).append('\n');
        }
        return text.toString().stripTrailing();
    }

    private static String end(String output, int most) {
        var from = Math.max(0, output.length() - most);
        var newline = output.indexOf('\n', from);
        return output.substring(newline < 0 || newline - from > 500 ? from : newline + 1)
                .strip();
    }

    /// The same for two outputs that differ in times, addresses and numbers only.
    public static String fingerprint(String output) {
        var errors = new StringBuilder();
        output.lines()
                .filter(line -> ERROR.matcher(line).find())
                .map(line -> VARYING.matcher(line.strip()).replaceAll("#"))
                .distinct()
                .limit(40)
                .forEach(line -> errors.append(line).append('\n'));
        var text = errors.isEmpty() ? VARYING.matcher(output.strip()).replaceAll("#") : errors.toString();
        if (text.isBlank()) return "";
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        return String.format("%016x", hash);
    }
}
