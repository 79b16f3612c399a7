package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest {
    private static String apply(String file, String chunks) throws BadPatch {
        var hunks = PatchText.parse("*** Begin Patch\n*** Update File: f\n" + chunks + "*** End Patch");
        return Update.apply(file, ((Hunk.Update) hunks.getFirst()).chunks(), "/f");
    }

    static Stream<Arguments> edits() {
        return Stream.of(
                Arguments.of("a line in the middle", "a\nb\nc\n", "@@\n a\n-b\n+B\n c\n", "a\nB\nc\n"),
                Arguments.of("the first of two equal places", "x\ny\nx\ny\n", "@@\n-x\n+z\n", "z\ny\nx\ny\n"),
                Arguments.of("below a context line", "f\nx\ng\nx\n", "@@ g\n-x\n+z\n", "f\nx\ng\nz\n"),
                Arguments.of("chunks in order", "x\nx\nx\n", "@@\n-x\n+1\n@@\n-x\n+2\n", "1\n2\nx\n"),
                Arguments.of("additions go to the end", "a\nb\n", "@@\n+c\n", "a\nb\nc\n"),
                Arguments.of("additions go before an empty last line", "a\n\n", "@@\n+c\n", "a\nc\n\n"),
                Arguments.of("additions to an empty file", "", "@@\n+c\n", "c\n"),
                Arguments.of("the end of the file wins", "x\na\nx\n", "@@\n-x\n+z\n*** End of File\n", "x\na\nz\n"),
                Arguments.of("a missing newline is added", "a\nb", "@@\n-b\n+c\n", "a\nc\n"),
                Arguments.of("also where nothing changed", "a\nb", "@@\n-a\n+c\n", "c\nb\n"),
                Arguments.of("all lines gone", "a\n", "@@\n-a\n", ""),
                Arguments.of("a trailing empty old line may miss", "a\nb\n", "@@\n a\n-b\n+c\n\n", "a\nc\n"),
                Arguments.of("blanks at the end do not matter", "a  \nb\t\n", "@@\n-a\n-b\n+c\n", "c\n"),
                Arguments.of("blanks at both sides do not matter", "   a\n", "@@\n-a\n+c\n", "c\n"),
                Arguments.of("blanks that do not break do not matter", "\u00a0a\u202f\n", "@@\n-a\n+c\n", "c\n"),
                Arguments.of("an exact place wins over an earlier kind one", " a\na\n", "@@\n-a\n+c\n", " a\nc\n"),
                Arguments.of("typographic dashes", "x \u2014 y\n", "@@\n-x - y\n+z\n", "z\n"),
                Arguments.of("typographic quotes", "\u201cx\u201d \u2018y\u2019\n", "@@\n-\"x\" 'y'\n+z\n", "z\n"),
                Arguments.of("typographic spaces", "x\u2003y\u3000z\n", "@@\n-x y z\n+z\n", "z\n"),
                Arguments.of("context keeps the file's bytes", "  a\u2014\nb\n", "@@\n a-\n-b\n+c\n", "  a\u2014\nc\n"),
                Arguments.of(
                        "CRLF is kept and used", "a\r\nb\r\nc\r\n", "@@\n a\n-b\n+B\n+D\n c\n", "a\r\nB\r\nD\r\nc\r\n"),
                Arguments.of("mixed endings stay mixed", "a\r\nb\nc\n", "@@\n-b\n+B\n", "a\r\nB\nc\n"),
                Arguments.of(
                        "each replaced line keeps its ending",
                        "a\nb\r\nc\nd\r\n",
                        "@@\n-a\n-b\n-c\n+A\n+B\n+C\n+X\n d\n",
                        "A\nB\r\nC\nX\nd\r\n"),
                Arguments.of(
                        "fewer lines keep the endings of the first", "a\nb\r\nc\n", "@@\n a\n-b\n-c\n+B\n", "a\nB\r\n"),
                Arguments.of("additions below a context line go to the end too", "f\ng\n", "@@ f\n+x\n", "f\ng\nx\n"),
                Arguments.of("a context line is found as kindly", "  f():\nx\n", "@@ f():\n-x\n+y\n", "  f():\ny\n"),
                Arguments.of("a context line is not part of the chunk", "f\nf\nx\n", "@@ f\n f\n-x\n", "f\nf\n"),
                Arguments.of("chunks may touch", "a\nb\n", "@@\n-a\n+A\n@@\n-b\n+B\n", "A\nB\n"),
                Arguments.of(
                        "an empty line at the end of the file may miss",
                        "a\nb\n",
                        "@@\n-b\n+c\n\n*** End of File\n",
                        "a\nc\n"),
                Arguments.of("an empty line that is there is found", "a\n\nb\n", "@@\n a\n\n-b\n+c\n", "a\n\nc\n"),
                Arguments.of("the whole file", "a\nb\n", "@@\n-a\n-b\n+c\n*** End of File\n", "c\n"),
                Arguments.of("additions keep CRLF", "a\r\n", "@@\n+b\n", "a\r\nb\r\n"),
                Arguments.of("a lone CR is part of its line", "a\rb\nc\n", "@@\n-c\n+d\n", "a\rb\nd\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("edits")
    void anUpdateFindsItsPlace(String name, String before, String chunks, String after) throws BadPatch {
        assertThat(apply(before, chunks)).isEqualTo(after);
    }

    /// Every character that is read as a plain one, and each that is trimmed.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "2010, -",
                "2011, -",
                "2012, -",
                "2013, -",
                "2014, -",
                "2015, -",
                "2212, -",
                "2018, '",
                "2019, '",
                "201A, '",
                "201B, '",
                "201C, \"",
                "201D, \"",
                "201E, \"",
                "201F, \""
            })
    void typographyIsReadAsPlain(String point, String plain) throws BadPatch {
        var typographic = Character.toString(Integer.parseInt(point, 16));
        assertThat(apply("x" + typographic + "y\n", "@@\n-x" + plain + "y\n+z\n"))
                .isEqualTo("z\n");
        assertThat(apply("x" + plain + "y\n", "@@\n-x" + typographic + "y\n+z\n"))
                .as("both ways")
                .isEqualTo("z\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00A0", "2002", "2003", "2004", "2005", "2006", "2007", "2008", "2009", "200A", "202F", "205F", "3000"
            })
    void spacesAreSpaces(String point) throws BadPatch {
        var space = Character.toString(Integer.parseInt(point, 16));
        assertThat(apply("x" + space + "y\n", "@@\n-x y\n+z\n")).isEqualTo("z\n");
        assertThat(apply(space + "x" + space + "\n", "@@\n-x\n+z\n"))
                .as("trimmed")
                .isEqualTo("z\n");
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> apply("a\n", "@@ nowhere\n-a\n+b\n"))
                .hasMessage("Failed to find context 'nowhere' in /f");
        assertThatThrownBy(() -> apply("a\n", "@@\n-x\n y\n+b\n"))
                .hasMessage("Failed to find expected lines in /f:\nx\ny");
        assertThatThrownBy(() -> apply("a\n", "@@\n-a\n-b\n-c\n"))
                .hasMessage("Failed to find expected lines in /f:\na\nb\nc");
        assertThatThrownBy(() -> apply("x\na\n", "@@\n-x\n+z\n*** End of File\n"))
                .hasMessage("Failed to find expected lines in /f:\nx");
        assertThatThrownBy(() -> apply("a\nb\n", "@@\n-b\n+c\n@@\n-a\n+d\n"))
                .as("chunks must be in the file's order")
                .hasMessage("Failed to find expected lines in /f:\na");
    }
}
