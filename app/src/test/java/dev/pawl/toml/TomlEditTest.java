package dev.pawl.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TomlEditTest {
    private static final String TEXT = """
            # My settings.
            model = "a"   # the good one
            list = [
              "x", # first
              "y",
            ]

            [pawl] # own
            lang = "en"

            [[rule]]
            lang = "kept"
            """;

    private static String set(String text, String key, String value) {
        return TomlEdit.set(text, Toml.key(key), Toml.value(value));
    }

    @Test
    void aValueIsReplacedAndItsCommentStays() {
        assertThat(set(TEXT, "model", "\"b\"")).isEqualTo(TEXT.replace("\"a\"   #", "\"b\" #"));
        assertThat(set(TEXT, "pawl.lang", "\"zh\"")).isEqualTo(TEXT.replace("\"en\"", "\"zh\""));
    }

    @Test
    void aValueOverManyLinesIsReplacedWhole() {
        assertThat(set(TEXT, "list", "[1]"))
                .contains("list = [1]\n\n[pawl]")
                .doesNotContain("\"x\"")
                .contains("# My settings.");
    }

    @Test
    void aNewKeyGoesWhereItBelongs() {
        assertThat(set(TEXT, "sandbox_mode", "\"read-only\"")).contains("]\nsandbox_mode = \"read-only\"\n\n[pawl]");
        assertThat(set(TEXT, "pawl.store", "\"memory:\"")).contains("lang = \"en\"\nstore = \"memory:\"\n");
        assertThat(set(TEXT, "model_providers.x.name", "\"X\"")).endsWith("\n\n[model_providers.x]\nname = \"X\"\n");
        assertThat(set("", "a.b", "1")).isEqualTo("[a]\nb = 1\n");
    }

    @Test
    void lineEndingsStay() {
        assertThat(set("a = 1\r\nb = 2\r\n", "a", "3")).isEqualTo("a = 3\r\nb = 2\r\n");
    }

    @Test
    void aHashInAStringIsNoComment() {
        assertThat(set("a = \"#1\" # c", "a", "\"#2\"")).isEqualTo("a = \"#2\" # c\n");
    }

    @Test
    void whatCannotBeEditedSafelyIsRefused() {
        assertThatThrownBy(() -> set("t = { a = 1 }\n", "t.a", "2")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> set("not toml", "a", "2")).isInstanceOf(TomlError.class);
        assertThat(set("t.a = 1\n", "t.a", "2")).isEqualTo("t.a = 2\n");
        assertThat(Toml.document(set("\"a.b\" = 1\n", "c", "2")).entries()).containsOnlyKeys("a.b", "c");
    }

    @Test
    void aKeyIsTakenAwayWithAllBelowItAndNothingElse() {
        var text = "# top\na = 1 # one\n\n[t]\nx = [\n  1,\n]\n# stays\ny = 2\n\n[t.deep]\nz = 3\n\n[u]\nb = 4\n";
        assertThat(TomlEdit.remove(text, List.of("a"))).isEqualTo(text.replace("a = 1 # one\n", ""));
        assertThat(TomlEdit.remove(text, List.of("t", "x"))).isEqualTo(text.replace("x = [\n  1,\n]\n", ""));
        assertThat(TomlEdit.remove(text, List.of("t"))).isEqualTo("# top\na = 1 # one\n\n# stays\n\n\n[u]\nb = 4\n");
        assertThat(TomlEdit.remove(text, List.of("none"))).isEqualTo(text);
        assertThatThrownBy(() -> TomlEdit.remove("p = { q = 1, r = 2 }\n", List.of("p", "q")))
                .hasMessageContaining("by hand");
    }
}
