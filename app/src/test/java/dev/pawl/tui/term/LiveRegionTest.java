package dev.pawl.tui.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveRegionTest {
    private static final Tty.Size SIZE = new Tty.Size(12, 40);

    private static LiveRegion.Frame frame(List<Line> finished, String... rows) {
        var lines = new ArrayList<Line>();
        for (var row : rows) lines.add(Line.plain(row));
        return new LiveRegion.Frame(finished, lines, rows.length - 1, 0);
    }

    @Test
    void anUnchangedFrameCostsNothing() {
        var region = new LiveRegion(Theme.DARK);
        region.draw(frame(List.of(), "one", "two"), SIZE);
        assertThat(region.draw(frame(List.of(), "one", "two"), SIZE)).isEmpty();
    }

    @Test
    void aChangedRowIsAllThatIsWritten() {
        var region = new LiveRegion(Theme.DARK);
        region.draw(frame(List.of(), "one", "two", "three"), SIZE);
        assertThat(region.draw(frame(List.of(), "one", "TWO", "three"), SIZE))
                .contains("TWO")
                .doesNotContain("one")
                .doesNotContain("three")
                .hasSizeLessThan(60);
    }

    @Test
    void finishedLinesStayAboveInOrderWhateverTheRegionDoes() {
        for (var seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var screen = new EmulatedScreen(12, 40);
            screen.write("$ pawl\r\n");
            var region = new LiveRegion(Theme.DARK);
            var expected = new ArrayList<>(List.of("$ pawl"));
            var rows = List.<Line>of();
            for (var step = 0; step < 60; step++) {
                var finished = new ArrayList<Line>();
                for (var i = random.nextInt(4) - 1; i > 0; i--) {
                    var text = "line " + expected.size() + " " + "x".repeat(random.nextInt(30));
                    finished.add(Line.of(Role.FAINT, text));
                    expected.add(text.stripTrailing());
                }
                var next = new ArrayList<Line>();
                for (var i = 1 + random.nextInt(5); i > 0; i--)
                    next.add(Line.plain("row " + "中".repeat(random.nextInt(18)) + "y".repeat(random.nextInt(3))));
                rows = next;
                var caret = random.nextInt(next.size());
                screen.write(region.draw(new LiveRegion.Frame(finished, next, caret, random.nextInt(40)), SIZE));
            }
            var all = new ArrayList<>(expected);
            rows.forEach(row -> all.add(row.text().stripTrailing()));
            assertThat(screen.lines()).as("seed " + seed).isEqualTo(all);
        }
    }

    @Test
    void theCursorIsWhereTheCaretIs() {
        var screen = new EmulatedScreen(12, 40);
        var region = new LiveRegion(Theme.DARK);
        var rows = List.of(Line.plain("status"), Line.plain("› 你好"), Line.plain("footer"));
        screen.write(region.draw(new LiveRegion.Frame(List.of(), rows, 1, 6), SIZE));
        assertThat(List.of(screen.row(), screen.column())).containsExactly(1, 6);
        screen.write(region.draw(new LiveRegion.Frame(List.of(Line.plain("done")), rows, 1, 4), SIZE));
        assertThat(List.of(screen.row(), screen.column())).containsExactly(2, 4);
    }

    @Test
    void leavingPutsTheCursorBelow() {
        var screen = new EmulatedScreen(12, 40);
        var region = new LiveRegion(Theme.DARK);
        screen.write(
                region.draw(new LiveRegion.Frame(List.of(), List.of(Line.plain("a"), Line.plain("b")), 0, 0), SIZE));
        screen.write(region.leave());
        assertThat(screen.row()).isEqualTo(2);
    }

    @Test
    void aRowOfExactlyTheWidthKeepsItsLastCharacter() {
        var screen = new EmulatedScreen(12, 40);
        var region = new LiveRegion(Theme.DARK);
        screen.write(region.draw(frame(List.of(), "a".repeat(40), "end"), SIZE));
        screen.write(region.draw(frame(List.of(), "b".repeat(40), "end"), SIZE));
        assertThat(screen.lines()).containsExactly("b".repeat(40), "end");
    }
}
