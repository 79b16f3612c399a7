package dev.pawl.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TomlTest {
    /// A document, and the same as one inline table.
    static List<Arguments> documents() {
        return List.of(
                arguments("", "{}"),
                arguments("\uFEFFa = 1", "{ a = 1 }"),
                arguments("# only a comment", "{}"),
                arguments("a = 1 # why\r\nb = 2\r\n", "{ a = 1, b = 2 }"),
                arguments(
                        "\"\" = 1\n'a b' = 2\n\"c.d\" = 3\n1234 = 4",
                        "{ \"\" = 1, \"a b\" = 2, \"c.d\" = 3, 1234 = 4 }"),
                arguments("a . b . 'c' = 1\na.d = 2", "{ a = { b = { c = 1 }, d = 2 } }"),
                arguments("3.14159 = 'pi'", "{ 3 = { 14159 = \"pi\" } }"),
                arguments("[a]\nx = 1\n[a.b]\ny = 2", "{ a = { x = 1, b = { y = 2 } } }"),
                arguments("[a.b.c]\nx = 1\n[a]\ny = 2", "{ a = { b = { c = { x = 1 } }, y = 2 } }"),
                arguments("[ a . \"b\" ] # why\nx = 1", "{ a = { b = { x = 1 } } }"),
                arguments("[a]\nb.c = 1\n[a.b.d]\nx = 2", "{ a = { b = { c = 1, d = { x = 2 } } } }"),
                arguments("[[p]]\nn = 1\n[[p]]\n[[p]]\nn = 3", "{ p = [{ n = 1 }, {}, { n = 3 }] }"),
                arguments(
                        "[[f]]\nn = 'a'\n[f.p]\nc = 1\n[[f.v]]\nn = 'x'\n[[f.v]]\n[[f]]\nn = 'b'",
                        "{ f = [{ n = \"a\", p = { c = 1 }, v = [{ n = \"x\" }, {}] }, { n = \"b\" }] }"),
                arguments(
                        "a = [\n  1, # one\n  2,\n]\nb = [[1], ['x']]\nc = []",
                        "{ a = [1, 2], b = [[1], [\"x\"]], c = [] }"),
                arguments("a = { x = 1, y.z = 'q' }\nb = {}", "{ a = { x = 1, y = { z = \"q\" } }, b = {} }"),
                arguments("a = [1, 'x', 1.5, { b = true }]", "{ a = [1, \"x\", 1.5, { b = true }] }"));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void readsDocuments(String text, String inline) {
        assertThat(Toml.document(text).toToml()).isEqualTo(inline);
    }

    static List<Arguments> values() {
        return List.of(
                arguments("+99", "99"),
                arguments("-0", "0"),
                arguments("1_000_000", "1000000"),
                arguments("0xDEAD_beef", "3735928559"),
                arguments("0o755", "493"),
                arguments("0b1101", "13"),
                arguments("9223372036854775807", "9223372036854775807"),
                arguments("-9223372036854775808", "-9223372036854775808"),
                arguments("3.1415", "3.1415"),
                arguments("-0.01", "-0.01"),
                arguments("5e+2", "500.0"),
                arguments("1_0.2_5E-1", "1.025"),
                arguments("inf", "inf"),
                arguments("-inf", "-inf"),
                arguments("+nan", "nan"),
                arguments("true", "true"),
                arguments("false", "false"),
                arguments("1979-05-27T07:32:00Z", "1979-05-27T07:32Z"),
                arguments("1979-05-27 00:32:00.5-07:00", "1979-05-27T00:32:00.500-07:00"),
                arguments("1979-05-27t07:32:00", "1979-05-27T07:32"),
                arguments("1979-05-27", "1979-05-27"),
                arguments("07:32:01", "07:32:01"),
                arguments("07:32:00.123456789999", "07:32:00.123456789"),
                arguments("\"a\\tb\\u00e9\\U0001F600\\\"\"", "\"a\\tbé😀\\\"\""),
                arguments("'C:\\path\\'", "\"C:\\\\path\\\\\""),
                arguments("\"\"\"\na\nb\"\"\"", "\"a\\nb\""),
                arguments("\"\"\"a \\\n\n   b\"\"\"", "\"a b\""),
                arguments("\"\"\"a \\  \n b\"\"\"", "\"a b\""),
                arguments("\"\"\"\"q\"\"\"\"\"", "\"\\\"q\\\"\\\"\""),
                arguments("'''\n\\no 'escapes''''", "\"\\\\no 'escapes'\""),
                arguments("\"\"\"a\\\"\"\"\"", "\"a\\\"\""),
                arguments("''''x'''", "\"'x\""),
                arguments(" [ 1 , 2 ] ", "[1, 2]"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void readsValues(String text, String written) {
        assertThat(Toml.value(text).toToml()).isEqualTo(written);
    }

    @Test
    void whatIsWrittenReadsBackTheSame() {
        for (var one : values()) {
            var value = Toml.value((String) one.get()[0]);
            if (value instanceof TomlValue.Moment) continue; // Java leaves out seconds that are zero
            assertThat(Toml.value(value.toToml())).isEqualTo(value);
        }
    }

    @Test
    void keysAreSplitAtTheirDots() {
        assertThat(Toml.key("a.'b.c' . d")).containsExactly("a", "b.c", "d");
    }

    /// A broken document, and where and why it is broken.
    static List<Arguments> broken() {
        return List.of(
                arguments("a", "1:2: '=' was expected"),
                arguments("a = ", "1:5: a value was expected, not the end"),
                arguments("a = \nb = 1", "1:5: a value was expected, not the end of the line"),
                arguments("= 1", "1:1: a key was expected"),
                arguments("a = 1 b = 2", "1:7: unexpected 'b'; a new line was expected"),
                arguments("a = 1\n\n  a = 2", "3:3: a is given twice"),
                arguments("a.b = 1\na.b.c = 2", "2:1: a.b has a value already"),
                arguments("a = 1\na.b = 2", "2:1: a has a value already"),
                arguments("[a]\n[a]", "2:1: a is defined twice"),
                arguments("[a]\nb.c = 1\n[a.b]", "3:1: a.b is defined twice"),
                arguments("[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "4:1: b is a table with a header of its own"),
                arguments("a = 1\n[a.b]", "2:1: a.b"),
                arguments("a = []\n[[a]]", "2:1: a is not an array of tables"),
                arguments("[[a]]\n[a]", "2:1: a is defined twice"),
                arguments("a = {}\n[a.b]", "2:1: a.b"),
                arguments("a = {}\na.b = 1", "2:1: a has a value already"),
                arguments("[a", "1:3: ']' was expected, not the end"),
                arguments("[[a]", "1:5: ']' was expected"),
                arguments("[]", "1:2: a key was expected"),
                arguments("a. = 1", "1:4: a key was expected"),
                arguments("a b = 1", "1:3: '=' was expected, not 'b'"),
                arguments("\"\"\"a\"\"\" = 1", "1:1: a key cannot be a multi-line string"),
                arguments("a = \"x", "1:5: this string is not closed on its line"),
                arguments("a = 'x\n'", "1:5: this string is not closed on its line"),
                arguments("a = \"\"\"x", "1:5: this string is never closed"),
                arguments("a = \"\\q\"", "1:6: there is no such escape"),
                arguments("a = \"\\u12\"", "1:6: 4 hexadecimal digits"),
                arguments("a = \"\\uD800\"", "1:6: there is no such character"),
                arguments("a = \"\\U00110000\"", "1:6: there is no such character"),
                arguments("a = \"\u0001\"", "1:6: character U+0001 may not stand here"),
                arguments("a = 1 # \u0000", "1:9: character U+0000"),
                arguments("a = 1\rb = 2", "1:6: unexpected the end of the line"),
                arguments("a = [1, 2", "1:5: this array is never closed"),
                arguments("a = [1 2]", "1:8: ',' was expected, not '2'"),
                arguments("a = [,]", "1:6: a value was expected, not ','"),
                arguments("a = { b = 1, }", "1:14: an inline table has no comma"),
                arguments("a = { b = 1\n}", "1:12: ',' was expected"),
                arguments("a = { b = 1, b = 2 }", "1:14: b is given twice"),
                arguments("a = on", "1:5: 'on' is not a value; a string needs quotes"),
                arguments("a = TRUE", "1:5: 'TRUE' is not a value"),
                arguments("a = 012", "1:5: '012' is not a value"),
                arguments("a = 1__0", "1:5: '1__0' is not a value"),
                arguments("a = _1", "1:5: '_1' is not a value"),
                arguments("a = 1_", "1:5: '1_' is not a value"),
                arguments("a = 1.", "1:5: '1.' is not a value"),
                arguments("a = .5", "1:5: '.5' is not a value"),
                arguments("a = 1.e5", "1:5: '1.e5' is not a value"),
                arguments("a = 1e", "1:5: '1e' is not a value"),
                arguments("a = +0x1", "1:5: '+0x1' is not a value"),
                arguments("a = 0x", "1:5: '0x' is not a value"),
                arguments("a = 0x-1", "1:5: '0x-1' is not a value"),
                arguments("a = 0b2", "1:5: '0b2' is not a value"),
                arguments("a = 9223372036854775808", "1:5: 9223372036854775808 does not fit in 64 bits"),
                arguments("a = 1979-13-01", "1:5: '1979-13-01' is not a date or time"),
                arguments("a = 07:32", "1:5: '07:32' is not a"),
                arguments("a = 25:00:00", "1:5: '25:00:00' is not a date or time"),
                arguments("é = 1", "1:1: a key was expected, not 'é'"),
                arguments("a = '你好' x", "1:10: unexpected 'x'"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void saysWhereAndWhyADocumentIsBroken(String text, String complaint) {
        assertThat(catchThrowable(() -> Toml.document(text)))
                .isInstanceOf(TomlError.class)
                .hasMessageStartingWith(complaint);
    }

    @Test
    void nestingHasAnEnd() {
        var deep = "a = " + "[".repeat(100_000);
        assertThat(catchThrowable(() -> Toml.document(deep)))
                .isInstanceOf(TomlError.class)
                .hasMessageContaining("nested more than 200 deep");
    }
}
