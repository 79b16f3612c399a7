package dev.pawl.tool.patch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A file as lines that remember how they end. Lines a patch does not change keep their bytes; new
/// ones end as the file's first line does.
final class TextFile {
    private final List<String> texts = new ArrayList<>();
    private final List<String> endings = new ArrayList<>();
    private final String usualEnding;

    TextFile(String contents) {
        var start = 0;
        for (var end = contents.indexOf('\n'); end >= 0; end = contents.indexOf('\n', start)) {
            var crlf = end > start && contents.charAt(end - 1) == '\r';
            texts.add(contents.substring(start, crlf ? end - 1 : end));
            endings.add(crlf ? "\r\n" : "\n");
            start = end + 1;
        }
        usualEnding = endings.isEmpty() ? "\n" : endings.getFirst();
        if (start < contents.length()) {
            texts.add(contents.substring(start));
            endings.add(usualEnding); // a changed file always ends with a newline
        }
    }

    List<String> lines() {
        return texts;
    }

    /// A line that stays has the number of its source, a new one [#NEW].
    ///
    /// @param endsAs the number of the line whose ending a new one takes: the one it replaces
    record Kept(String text, int source, int endsAs) {
        static final int NEW = -1;

        static Kept of(String text, int source) {
            return new Kept(text, source, source);
        }
    }

    /// Lines `start` to `start + length` give way to others.
    record Replacement(int start, int length, List<Kept> lines) {
        Replacement {
            lines = List.copyOf(lines);
        }
    }

    String with(List<Replacement> replacements) {
        var result = new StringBuilder();
        var next = 0;
        for (var replacement : replacements.stream()
                .sorted(Comparator.comparingInt(Replacement::start))
                .toList()) {
            for (; next < replacement.start(); next++) append(result, next);
            for (var line : replacement.lines()) {
                if (line.source() == Kept.NEW) result.append(line.text()).append(ending(line.endsAs()));
                else append(result, line.source());
            }
            next = Math.max(next, replacement.start() + replacement.length());
        }
        for (; next < texts.size(); next++) append(result, next);
        return result.toString();
    }

    private String ending(int line) {
        return line == Kept.NEW ? usualEnding : endings.get(line);
    }

    private void append(StringBuilder result, int line) {
        result.append(texts.get(line)).append(endings.get(line));
    }
}
