package dev.pawl.card;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person reads holds nothing that a terminal obeys and nothing that is not seen.
class VisibleTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain text, with tabs\tand\nlines",
                "中文与标点，“引号”　全角空格",
                "Ünïcödé naïve café",
                "français : l’été",
                "می‌خواهم",
                "क्‍ष",
                "⚠️ ✔️ ❤️ 1️⃣ #️⃣",
                "👩‍👩‍👧 👍🏽 🏳️‍🌈 👨🏽‍💻",
                "שלום עולם",
                "ไทย ภาษา",
                "e\u0301"
            })
    void writingOfEveryLanguageStaysAsItIs(String text) {
        assertThat(Visible.prose(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]52;c;ZXZpbA==\u0007",
                "\u001b[2J",
                "\u009b2J",
                "\u0090q\u009c",
                "\u007f",
                "a\rb",
                "\b\b\b",
                "\u202egnp.exe",
                "\u2066x\u2069",
                "pass\u200bword",
                "a\u200db",
                "a\u200cb",
                "x\ufe0f",
                "1\ufe0f2",
                "soft\u00adhyphen",
                "\ufeff",
                "\u2028",
                "\u3164",
                "\u115f",
                "\u2800",
                "\u034f",
                "\ud800",
                "\udc00x",
                "\udb40\udc41",
                "\ufff9",
                "\u061c"
            })
    void whatIsHiddenIsSpeltOut(String text) {
        for (var shown : new String[] {Visible.prose(text), Visible.text(text), Visible.line(text)}) {
            assertThat(shown).contains("\\u{");
            assertThat(shown.codePoints().allMatch(c -> c >= ' ' && c <= '~')).isTrue();
        }
    }

    @Test
    void oneLineStaysOneLine() {
        assertThat(Visible.line("a\nb\tc")).isEqualTo("a\\u{000A}b\\u{0009}c");
        assertThat(Visible.text("a\nb\tc")).isEqualTo("a\nb\tc");
    }

    @Test
    void whatIsDecidedAboutIsExact() {
        assertThat(Visible.text("rm\u00a0x")).isEqualTo("rm\\u{00A0}x");
        assertThat(Visible.prose("rm\u00a0x")).isEqualTo("rm\u00a0x");
        assertThat(Visible.prose("a\r\nb")).isEqualTo("a\nb");
        assertThat(Visible.text("a\r\nb")).isEqualTo("a\\u{000D}\nb");
    }

    @Test
    void aFloodOfMarksIsSpeltOut() {
        assertThat(Visible.prose("a" + "\u0301".repeat(100)))
                .contains("\\u{0301}")
                .startsWith("a\u0301");
    }

    @Test
    void nothingATerminalObeysComesThrough() {
        var random = new Random(7);
        for (var round = 0; round < 2_000; round++) {
            var text = new StringBuilder();
            for (var i = 0; i < 40; i++) text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
            for (var shown : new String[] {Visible.prose(text.toString()), Visible.text(text.toString())}) {
                assertThat(shown.codePoints().filter(VisibleTest::steers).count())
                        .as(shown)
                        .isZero();
                assertThat(Visible.prose(shown)).isEqualTo(shown);
            }
        }
    }

    private static boolean steers(int point) {
        return point != '\n'
                && point != '\t'
                && (Character.isISOControl(point)
                        || Character.getType(point) == Character.SURROGATE
                        || Character.getDirectionality(point) == Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE
                        || Character.getDirectionality(point) == Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE
                        || (point >= 0x2066 && point <= 0x2069));
    }
}
