package dev.pawl.tui.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WidthTest {
    @ParameterizedTest
    @CsvSource({
        "abc, 3", "中文, 4", "ＡＢ, 4", "한글, 4", "カナ, 4", "ｶﾅ, 2", "é, 1", "e\u0301, 1", "😀, 2", "👍🏽, 2",
                "👨‍👩‍👧‍👦, 2", "🇩🇪, 2",
        "🇩🇪🇫🇷, 4", "⚠️, 2", "☺️, 2", "⚠, 1", "1️⃣, 2", "✔, 1", "☑, 1", "…, 1", "─│┼, 3", "●◆○, 3", "กำ, 2", "한, 2"
    })
    void aClusterHasTheWidthATerminalGivesIt(String text, int columns) {
        assertThat(Width.of(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({"a中b, 2, a", "a中b, 3, a中", "👨‍👩‍👧‍👦x, 1, ''", "👨‍👩‍👧‍👦x, 2, 👨‍👩‍👧‍👦", "e\u0301x, 1, e\u0301"
    })
    void aCutNeverGoesThroughACluster(String text, int columns, String head) {
        assertThat(Width.head(text, columns)).isEqualTo(head);
    }

    @Test
    void goingBackIsGoingForwardTheOtherWay() {
        var text = "a👍🏽中e\u0301🇩🇪🇫🇷\nx👨‍👩‍👧‍👦";
        var at = text.length();
        var back = new StringBuilder();
        while (at > 0) {
            var before = Width.before(text, at);
            back.append(text, before, at).append('|');
            at = before;
        }
        assertThat(back.toString()).isEqualTo("👨‍👩‍👧‍👦|x|\n|🇫🇷|🇩🇪|e\u0301|中|👍🏽|a|");
    }

    @Test
    void rowsAreNeverWiderThanTheTerminal() {
        var line =
                Line.plain("The 快速 brown 🦊 jumps over the ").and(Role.CODE, "lazy-dog-that-is-one-very-long-word 的");
        for (var columns = 2; columns < 80; columns++) {
            var limit = columns;
            assertThat(line.rows(columns)).allMatch(row -> row.width() <= limit);
            assertThat(line.words(columns, 2)).allMatch(row -> row.width() <= limit);
            assertThat(String.join(
                            "", line.rows(columns).stream().map(Line::text).toList()))
                    .isEqualTo(line.text());
            assertThat(line.cut(columns).width()).isLessThanOrEqualTo(columns);
        }
    }

    @Test
    void textOfOthersCannotSteerTheTerminal() {
        var span = new Span("a\033[2Jb\u202Ec\u009b2Jd\re\nf\tg\u0007", Role.PLAIN);
        assertThat(span.text()).doesNotContain("\033", "\u202E", "\u009b", "\r", "\n", "\t", "\u0007");
        assertThat(Width.of(span.text())).isEqualTo(span.text().length());
    }
}
