package dev.pawl.cli;

import java.util.Collection;
import java.util.Optional;

/// The word somebody probably meant.
public final class Suggestion {
    private Suggestion() {}

    /// The candidate nearest to `word`, when it is near enough to be a slip of the fingers: one
    /// edit in three letters, and at least one.
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        String best = null;
        int least = Math.max(1, (word.length() + 1) / 3) + 1;
        for (var candidate : candidates) {
            int distance = distance(word, candidate, least);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /// Insertions, deletions, changes and swaps of neighbours that make `a` into `b`; `limit` when
    /// not fewer.
    static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) >= limit) return limit;
        var beforeLast = new int[b.length() + 1];
        var last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) last[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            var row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return Math.min(last[b.length()], limit);
    }
}
