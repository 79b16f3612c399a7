package dev.pawl.tool.patch;

import java.util.List;
import java.util.function.UnaryOperator;

/// Finds lines in a file, exactly if they are there, else more and more kindly: without the white
/// space at their ends, then without that at both sides, then with typographic characters read as
/// plain ones. Each way is tried over the whole range before the next.
final class LineSearch {
    private static final List<UnaryOperator<String>> WAYS =
            List.of(UnaryOperator.identity(), Blank::trimEnd, Blank::trim, LineSearch::plain);

    private LineSearch() {}

    /// Where the lines begin at or after `from`, or -1. With `atEnd` they must be the last ones.
    static int find(List<String> file, List<String> wanted, int from, boolean atEnd) {
        if (wanted.isEmpty()) return from;
        var last = file.size() - wanted.size();
        var first = atEnd ? Math.max(last, from) : from;
        for (var way : WAYS) {
            var key = wanted.stream().map(way).toList();
            for (var i = first; i <= last; i++) {
                if (matches(file, i, key, way)) return i;
            }
        }
        return -1;
    }

    private static boolean matches(List<String> file, int at, List<String> key, UnaryOperator<String> way) {
        for (var i = 0; i < key.size(); i++) {
            if (!way.apply(file.get(at + i)).equals(key.get(i))) return false;
        }
        return true;
    }

    private static String plain(String line) {
        var plain = new StringBuilder(line.length());
        Blank.trim(line).chars().forEach(c -> plain.append(plain((char) c)));
        return plain.toString();
    }

    private static char plain(char c) {
        if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212) return '-';
        if (c >= 0x2018 && c <= 0x201b) return '\'';
        if (c >= 0x201c && c <= 0x201f) return '"';
        var space = c == 0xa0 || (c >= 0x2002 && c <= 0x200a) || c == 0x202f || c == 0x205f || c == 0x3000;
        return space ? ' ' : c;
    }
}
