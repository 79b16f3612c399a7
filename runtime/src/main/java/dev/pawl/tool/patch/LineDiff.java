package dev.pawl.tool.patch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The shortest edit between two lists of lines, by Myers' algorithm. Where the two have too little
/// in common to be worth the search, everything between the equal ends is replaced.
final class LineDiff {
    private static final int MOST_EDITS = 2000;

    private LineDiff() {}

    /// Lines `oldStart..oldEnd` became `newStart..newEnd`; one of the two may be empty.
    record Edit(int oldStart, int oldEnd, int newStart, int newEnd) {}

    static List<Edit> between(List<String> before, List<String> after) {
        var head = 0;
        var shorter = Math.min(before.size(), after.size());
        while (head < shorter && before.get(head).equals(after.get(head))) head++;
        var tail = 0;
        while (tail < shorter - head && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail)))
            tail++;
        var oldEnd = before.size() - tail;
        var newEnd = after.size() - tail;
        if (head == oldEnd && head == newEnd) return List.of();
        if (head == oldEnd || head == newEnd) return List.of(new Edit(head, oldEnd, head, newEnd));
        return new Search(before.subList(head, oldEnd), after.subList(head, newEnd), head).edits();
    }

    /// The search between the equal ends.
    private record Search(List<String> before, List<String> after, int offset) {
        List<Edit> edits() {
            var n = before.size();
            var m = after.size();
            var most = Math.min(n + m, MOST_EDITS);
            var reach = new int[2 * most + 3];
            var trace = new ArrayList<int[]>();
            for (var d = 0; d <= most; d++) {
                for (var k = -d; k <= d; k += 2) {
                    var x = k == -d || (k != d && reach[most + k] < reach[most + k + 2])
                            ? reach[most + k + 2]
                            : reach[most + k] + 1;
                    while (x < n && x - k < m && x - k >= 0 && before.get(x).equals(after.get(x - k))) x++;
                    reach[most + k + 1] = x;
                    if (x >= n && x - k >= m) {
                        trace.add(around(reach, most, d));
                        return walkBack(trace);
                    }
                }
                trace.add(around(reach, most, d));
            }
            return List.of(new Edit(offset, offset + n, offset, offset + m));
        }

        /// The part of the front that step `d` has set: diagonals -d to d.
        private static int[] around(int[] reach, int most, int d) {
            return Arrays.copyOfRange(reach, most + 1 - d, most + 2 + d);
        }

        private List<Edit> walkBack(List<int[]> trace) {
            var edits = new ArrayList<Edit>();
            var x = before.size();
            var y = after.size();
            for (var d = trace.size() - 1; d > 0; d--) {
                var k = x - y;
                var front = trace.get(d - 1); // diagonals -(d-1) to d-1
                var down = k == -d || (k != d && at(front, d - 1, k - 1) < at(front, d - 1, k + 1));
                var fromK = down ? k + 1 : k - 1;
                var fromX = at(front, d - 1, fromK);
                var fromY = fromX - fromK;
                edits.add(
                        down
                                ? new Edit(offset + fromX, offset + fromX, offset + fromY, offset + fromY + 1)
                                : new Edit(offset + fromX, offset + fromX + 1, offset + fromY, offset + fromY));
                x = fromX;
                y = fromY;
            }
            return joined(edits.reversed());
        }

        private static int at(int[] front, int d, int k) {
            return k < -d || k > d ? -1 : front[k + d];
        }

        /// Single steps that touch become one edit.
        private static List<Edit> joined(List<Edit> steps) {
            var joined = new ArrayList<Edit>();
            for (var step : steps) {
                var last = joined.isEmpty() ? null : joined.getLast();
                if (last != null && last.oldEnd() == step.oldStart() && last.newEnd() == step.newStart()) {
                    joined.set(
                            joined.size() - 1,
                            new Edit(last.oldStart(), step.oldEnd(), last.newStart(), step.newEnd()));
                } else {
                    joined.add(step);
                }
            }
            return joined;
        }
    }
}
