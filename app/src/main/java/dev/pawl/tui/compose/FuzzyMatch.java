package dev.pawl.tui.compose;

import java.util.Locale;

/// How well letters match a longer text when they stand in it in order. Higher is better, below
/// zero is no match.
public final class FuzzyMatch {
    private FuzzyMatch() {}

    /// @param query in lower case
    public static int score(String query, String text) {
        if (query.isEmpty()) return 0;
        var lower = text.toLowerCase(Locale.ROOT);
        var name = lower.lastIndexOf('/') + 1;
        var whole = lower.indexOf(query, name);
        if (whole >= 0) return 10_000 - (whole - name) * 20 - text.length() + (whole == name ? 500 : 0);
        var inPath = lower.indexOf(query);
        if (inPath >= 0) return 6_000 - inPath - text.length();
        return spread(query, lower, name) - text.length();
    }

    /// From the end back, so that letters of the file's name are found there.
    private static int spread(String query, String text, int name) {
        var score = 3_000;
        var at = text.length();
        var last = -1;
        for (var i = query.length() - 1; i >= 0; i--) {
            at = text.lastIndexOf(query.charAt(i), at - 1);
            if (at < 0) return -1_000_000;
            if (last >= 0 && last - at > 1) score -= Math.min(50, (last - at) * 4);
            if (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1))) score += 30;
            if (at >= name) score += 10;
            last = at;
        }
        return score;
    }
}
