package dev.pawl.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ls               | ls
            /bin/a-b.c:d@e_f | /bin/a-b.c:d@e_f
            a b              | 'a b'
            a=b              | 'a=b'
            it's             | "it's"
            say "hi"         | 'say "hi"'
            a'$b             | "a'"'$b'
            a\\b             | "a\\\\b"
            ^x               | '^x'
            a^b              | a'^b'
            ä                | 'ä'
            """)
    void wordsAreQuotedAsCodexShowsThem(String word, String quoted) {
        assertThat(ShellWords.quote(word)).isEqualTo(quoted);
    }

    @Test
    void nothingIsAPairOfQuotes() {
        assertThat(ShellWords.join(List.of("", "a"))).isEqualTo("'' a");
    }

    @Test
    void aShellReadsBackWhatWasQuoted() throws Exception {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var alphabet = "ab '\"\\$`!^&|;<>(){}[]*?~#=%\nä€😀";
        var words = random.ints(300, 0, 12)
                .mapToObj(length -> random.ints(length, 0, alphabet.codePointCount(0, alphabet.length()))
                        .map(i -> alphabet.codePointAt(alphabet.offsetByCodePoints(0, i)))
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString())
                .toList();
        var script = "printf '%s\\0' " + ShellWords.join(words);
        var process = new ProcessBuilder("bash", "-c", script).start();
        var back = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(List.of(back.split("\0", -1)).subList(0, words.size()))
                .as("seed " + seed)
                .isEqualTo(words);
    }
}
