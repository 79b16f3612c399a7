package dev.pawl.tui.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Span;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownStreamTest {
    private static final String TEXT = """
            # Title

            Some **bold**, *soft*, `code` and ~~gone~~ words; snake_case_name stays.


            - one
              - two
            1. first
            > said

            ```python
            def f(x):  # a comment
                return "text"
            ```

            | a | b |
            |---|---|
            | 1 | 中文 |

            Last line, without an end\
            """;

    private static List<Line> read(String text, int piece, int columns) {
        var stream = new MarkdownStream();
        var lines = new ArrayList<Line>();
        for (var at = 0; at < text.length(); at += piece) {
            lines.addAll(stream.feed(text.substring(at, Math.min(text.length(), at + piece)), columns));
            stream.tail(columns); // looking must change nothing
        }
        lines.addAll(stream.end(columns));
        return lines;
    }

    private static List<String> texts(List<Line> lines) {
        return lines.stream().map(Line::text).toList();
    }

    @Test
    void theSameLinesComeHoweverTheTextArrives() {
        var whole = read(TEXT, TEXT.length(), 80);
        for (var piece = 1; piece < 40; piece++)
            assertThat(read(TEXT, piece, 80)).as("pieces of " + piece).isEqualTo(whole);
        assertThat(texts(whole))
                .containsExactly(
                        "Title",
                        "",
                        "Some bold, soft, code and gone words; snake_case_name stays.",
                        "",
                        "• one",
                        "  • two",
                        "1. first",
                        "│ said",
                        "",
                        "```python",
                        "def f(x):  # a comment",
                        "    return \"text\"",
                        "```",
                        "",
                        "a │ b",
                        "──┼─────",
                        "1 │ 中文",
                        "",
                        "Last line, without an end");
    }

    @Test
    void anOpenTableIsHeldBack() {
        var stream = new MarkdownStream();
        assertThat(stream.feed("| a | b |\n|---|---|\n| 1 | 2 |\n", 80)).isEmpty();
        assertThat(stream.tail(80)).hasSize(3);
        assertThat(texts(stream.feed("| wider | 2 |\nafter\n", 80)))
                .containsExactly("a     │ b", "──────┼──", "1     │ 2", "wider │ 2", "after");
    }

    @Test
    void aTableFitsIntoTheWindowOrBecomesAList() {
        var table = "| name | what it is for |\n|---|---|\n| alpha | a long text about the first one |\n";
        for (var columns = 12; columns < 60; columns++) {
            var limit = columns;
            assertThat(read(table, 5, columns).stream()
                            .filter(line -> line.text().contains("│")))
                    .allMatch(line -> line.width() <= limit);
        }
        assertThat(texts(read(table, 5, 8))).anyMatch(line -> line.contains("name: alpha"));
    }

    @Test
    void codeIsCodeUntilItsFenceEnds() {
        var lines = read("````md\n```\nnot the end\n````\n**bold**\n", 3, 80);
        assertThat(texts(lines)).containsExactly("````md", "```", "not the end", "````", "bold");
        assertThat(lines.getLast().spans()).containsExactly(new Span("bold", Role.STRONG));
    }

    @Test
    void unclosedMarksAreText() {
        for (var text : List.of("2 * 3 * 4", "a ** b", "`open", "[no](link", "**open", "_", "~~x", "snake_case", "!"))
            assertThat(texts(read(text, 1, 80))).containsExactly(text);
    }

    @Test
    void wordsOfALanguageHaveTheirRoles() {
        var line = Highlighter.of("java").line("return \"a\" + 12; // end");
        assertThat(line.spans())
                .contains(
                        new Span("return", Role.KEYWORD),
                        new Span("\"a\"", Role.STRING),
                        new Span("12", Role.NUMBER),
                        new Span("// end", Role.COMMENT));
    }

    @Test
    void aCommentGoesOverLines() {
        var code = Highlighter.of("c");
        code.line("int a; /* begins");
        assertThat(code.line("still").spans()).containsExactly(new Span("still", Role.COMMENT));
        assertThat(code.line("ends */ int b;").spans()).contains(new Span("int", Role.KEYWORD));
    }
}
