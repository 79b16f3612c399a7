package dev.pawl.appserver.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageTest {
    private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");

    private static Page<String> page(List<String> all, String cursor, boolean newestFirst, int limit) {
        var given = cursor.isEmpty() ? Optional.<String>empty() : Optional.of(cursor);
        return Page.of(all, Function.identity(), new Page.Wish(given, newestFirst, limit));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''      | false | 2 | a,b       | after b | from a
            after b | false | 2 | c,d       | after d | from c
            after d | false | 2 | e         | ''      | from e
            after e | false | 2 | ''        | ''      | ''
            ''      | true  | 2 | e,d       | after d | from e
            after d | true  | 2 | c,b       | after b | from c
            from c  | false | 9 | c,d,e     | ''      | from c
            from c  | true  | 9 | c,b,a     | ''      | from c
            ''      | false | 5 | a,b,c,d,e | ''      | from a
            """)
    void aPageBeginsWhereItsCursorSays(
            String cursor, boolean newestFirst, int limit, String elements, String next, String back) {
        var page = page(FIVE, cursor, newestFirst, limit);
        assertThat(String.join(",", page.elements())).isEqualTo(elements);
        assertThat(page.next().text().orElse("")).isEqualTo(next);
        assertThat(page.back().text().orElse("")).isEqualTo(back);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void allPagesTogetherAreTheListWhateverIsAddedMeanwhile(boolean newestFirst) {
        var all = new ArrayList<>(FIVE);
        var seen = new ArrayList<String>();
        Json cursor = Json.of("");
        for (var i = 0; i < 10 && !cursor.isNull(); i++) {
            var page = page(all, cursor.text().orElse(""), newestFirst, 2);
            seen.addAll(page.elements());
            cursor = page.next();
            if (i == 0) all.add("f");
        }
        assertThat(seen).isEqualTo(newestFirst ? FIVE.reversed() : all);
    }

    @ParameterizedTest
    @CsvSource({"after x", "from x", "b", "''"})
    void aCursorThatNamesNothingIsRefused(String cursor) {
        var wish = new Page.Wish(Optional.of(cursor), false, 2);
        assertThatThrownBy(() -> Page.of(FIVE, Function.identity(), wish))
                .isInstanceOf(RpcError.class)
                .hasMessageContaining("invalid cursor");
    }
}
