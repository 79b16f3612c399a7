package dev.pawl.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // each line of an expected answer beside its end
class OutputTruncationTest {
    @Test
    void fourBytesAreAToken() {
        assertThat(OutputTruncation.tokens("")).isZero();
        assertThat(OutputTruncation.tokens("hi\n")).isEqualTo(1);
        assertThat(OutputTruncation.tokens("12345")).isEqualTo(2);
        assertThat(OutputTruncation.tokens("äöü")).isEqualTo(2);
    }

    @Test
    void aTextWithinItsBudgetStays() {
        assertThat(OutputTruncation.announced("12345678", 2)).isEqualTo("12345678");
        assertThat(OutputTruncation.middle("12345678", 2)).isEqualTo("12345678");
    }

    @Test
    void theMiddleGoesAndTheMarkSaysHowMuch() {
        assertThat(OutputTruncation.middle("abcdefghijklmnop", 2)).isEqualTo("abcd…2 tokens truncated…mnop");
        assertThat(OutputTruncation.middle("abcdefghi", 2)).isEqualTo("abcd…1 tokens truncated…fghi");
        assertThat(OutputTruncation.middle("abc", 0)).isEqualTo("…1 tokens truncated…");
    }

    @Test
    void charactersAreNeverCut() {
        assertThat(OutputTruncation.middle("€€€€€€", 2)).isEqualTo("€…3 tokens truncated…€");
        assertThat(OutputTruncation.middle("😀😀😀", 1)).isEqualTo("…2 tokens truncated…");
        assertThat(OutputTruncation.middle("😀a😀b😀", 2)).isEqualTo("😀…2 tokens truncated…😀");
    }

    @Test
    void theWarningCountsTokensAndLines() {
        assertThat(OutputTruncation.announced("1\n2\n3\n4\n5\n6\n", 2))
                .isEqualTo("Warning: truncated output (original token count: 3)\nTotal output lines: 6\n\n"
                        + "1\n2\n…1 tokens truncated…5\n6\n");
        assertThat(OutputTruncation.announced("1\n2\n3\n4\n5\n6", 2)).contains("Total output lines: 6\n");
    }

    @Test
    void historyKeepsAFifthMore() {
        var answer = "x".repeat(48_000);
        assertThat(OutputTruncation.forHistory(answer, 10_000)).isEqualTo(answer);
        assertThat(OutputTruncation.forHistory(answer + "y", 10_000)).contains("…1 tokens truncated…");
    }
}
