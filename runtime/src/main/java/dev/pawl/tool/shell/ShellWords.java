package dev.pawl.tool.shell;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// Words as one line that a POSIX shell reads back as the same words. Quoted as Rust's `shlex`
/// does, because Codex shows commands that way: a word, or a piece of it, stays bare if it can,
/// else gets single quotes if it can, else double quotes.
final class ShellWords {
    private static final int BARE = 1;
    private static final int SINGLE = 2;
    private static final int DOUBLE = 4;

    private ShellWords() {}

    static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    static String quote(String word) {
        if (word.isEmpty()) return "''";
        var quoted = new StringBuilder();
        var from = 0;
        while (from < word.length()) {
            var ways = word.charAt(from) == '^' ? SINGLE : BARE | SINGLE | DOUBLE;
            var to = word.charAt(from) == '^' ? from + 1 : from;
            while (to < word.length() && (ways & waysFor(word.charAt(to))) != 0) {
                ways &= waysFor(word.charAt(to));
                to++;
            }
            append(quoted, word.substring(from, to), ways);
            from = to;
        }
        return quoted.toString();
    }

    private static int waysFor(char c) {
        return switch (c) {
            case '\'', '\\' -> DOUBLE;
            case '`', '$', '!' -> SINGLE;
            case '^' -> 0; // only right after an opening single quote: a fault of Bash
            default -> isBare(c) ? BARE | SINGLE | DOUBLE : SINGLE | DOUBLE;
        };
    }

    private static boolean isBare(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "+-./:@]_".indexOf(c) >= 0;
    }

    private static void append(StringBuilder quoted, String piece, int ways) {
        if ((ways & BARE) != 0) {
            quoted.append(piece);
        } else if ((ways & SINGLE) != 0) {
            quoted.append('\'').append(piece).append('\'');
        } else {
            quoted.append('"')
                    .append(piece.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
        }
    }

    /// Whether the text fits into one argument of a Linux process (128 KiB with its end).
    static boolean fits(String word) {
        return word.getBytes(StandardCharsets.UTF_8).length < 131_072;
    }
}
