package dev.pawl.provider.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThinkTagsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <think>~Hm, well.~</think>~~Yes. | Hm, well. | Yes.
            ~<think>Hm</think>Yes | Hm | Yes
            <think>~~</think>~~Yes | '' | Yes
            <think>a </thin b </think> c | a </thin b | c
            Yes <think>no</think> | '' | Yes <think>no</think>
            <thing>Yes | '' | <thing>Yes
            < | '' | <
            <think>never closed | never closed | ''
            """)
    void aTextIsSplitTheSameWhereverItBreaks(String said, String thought, String text) {
        var raw = said.replace('~', '\n');
        for (var first = 0; first <= raw.length(); first++) {
            for (var second = first; second <= raw.length(); second++) {
                var tags = new ThinkTags();
                var thoughts = new StringBuilder();
                var words = new StringBuilder();
                for (var piece :
                        new String[] {raw.substring(0, first), raw.substring(first, second), raw.substring(second)}) {
                    var split = tags.read(piece);
                    thoughts.append(split.thought());
                    words.append(split.text());
                }
                var end = tags.end();
                thoughts.append(end.thought());
                words.append(end.text());

                assertThat(thoughts.toString()).isEqualTo(thought);
                assertThat(words.toString()).isEqualTo(text);
                assertThat(tags.before() + thoughts + tags.after() + words).isEqualTo(raw);
            }
        }
    }
}
