package dev.pawl.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Words as one line that a POSIX shell reads back as the same words. Quoted as Rust's `shlex`
/// does, because Codex shows commands that way: a word, or a piece of it, stays bare if it can,
/// else gets single quotes if it can, else double quotes.
public final class ShellWords {
    private static final int BARE = 1;
    private static final int SINGLE = 2;
    private static final int DOUBLE = 4;

    private ShellWords() {}

    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    public static String quote(String word) {
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

    /// The words that a line of [#join] was made of; nothing when it is no such line.
    public static Optional<List<String>> split(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        var open = false;
        for (var at = 0; at < line.length(); at++) {
            var c = line.charAt(at);
            if (c == ' ') {
                if (open) words.add(word.toString());
                open = false;
                word.setLength(0);
                continue;
            }
            open = true;
            if (c != '\'' && c != '"') {
                word.append(c);
                continue;
            }
            for (at++; at < line.length() && line.charAt(at) != c; at++) {
                if (c == '"' && line.charAt(at) == '\\') at++;
                if (at < line.length()) word.append(line.charAt(at));
            }
            if (at >= line.length()) return Optional.empty();
        }
        if (open) words.add(word.toString());
        return Optional.of(words);
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
}
