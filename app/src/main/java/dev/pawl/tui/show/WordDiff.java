package dev.pawl.tui.show;

import java.util.ArrayList;
import java.util.List;

/// Which words of a changed line are other ones. Nothing is marked when the lines have too little
/// in common to be two forms of one.
record WordDiff(List<Piece> before, List<Piece> after) {
    private static final int MOST_WORDS = 200;

    record Piece(String text, boolean changed) {}

    static WordDiff of(String before, String after) {
        var old = words(before);
        var now = words(after);
        if (old.size() > MOST_WORDS || now.size() > MOST_WORDS) return unmarked(before, after);
        var common = common(old, now);
        var kept = new boolean[old.size()];
        var stays = new boolean[now.size()];
        var shared = 0;
        for (int i = 0, j = 0; i < old.size() && j < now.size(); ) {
            if (old.get(i).equals(now.get(j))) {
                shared += old.get(i).isBlank() ? 0 : old.get(i).length();
                kept[i++] = true;
                stays[j++] = true;
            } else if (common[i + 1][j] >= common[i][j + 1]) i++;
            else j++;
        }
        var longer = Math.max(
                before.replace(" ", "").length(), after.replace(" ", "").length());
        if (shared * 5 < longer * 2) return unmarked(before, after);
        return new WordDiff(pieces(old, kept), pieces(now, stays));
    }

    private static WordDiff unmarked(String before, String after) {
        return new WordDiff(List.of(new Piece(before, false)), List.of(new Piece(after, false)));
    }

    /// Lengths of the longest common runs from each pair of places on.
    private static int[][] common(List<String> old, List<String> now) {
        var table = new int[old.size() + 1][now.size() + 1];
        for (var i = old.size() - 1; i >= 0; i--) {
            for (var j = now.size() - 1; j >= 0; j--) {
                table[i][j] = old.get(i).equals(now.get(j))
                        ? table[i + 1][j + 1] + 1
                        : Math.max(table[i + 1][j], table[i][j + 1]);
            }
        }
        return table;
    }

    private static List<Piece> pieces(List<String> words, boolean[] same) {
        var pieces = new ArrayList<Piece>();
        var text = new StringBuilder();
        for (var i = 0; i < words.size(); i++) {
            if (i > 0 && same[i] != same[i - 1]) {
                pieces.add(new Piece(text.toString(), !same[i - 1]));
                text.setLength(0);
            }
            text.append(words.get(i));
        }
        if (!text.isEmpty()) pieces.add(new Piece(text.toString(), !same[same.length - 1]));
        return pieces;
    }

    /// Words, runs of blanks, and single marks.
    private static List<String> words(String line) {
        var words = new ArrayList<String>();
        for (var at = 0; at < line.length(); ) {
            var end = at + 1;
            var kind = kind(line.charAt(at));
            while (kind != 2 && end < line.length() && kind(line.charAt(end)) == kind) end++;
            words.add(line.substring(at, end));
            at = end;
        }
        return words;
    }

    private static int kind(char c) {
        if (Character.isLetterOrDigit(c) || c == '_') return 0;
        return Character.isWhitespace(c) ? 1 : 2;
    }
}
