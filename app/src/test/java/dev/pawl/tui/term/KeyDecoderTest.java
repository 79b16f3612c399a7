package dev.pawl.tui.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
    private static final Map<String, Key> SEQUENCES = sequences();

    private static Map<String, Key> sequences() {
        var keys = new TreeMap<String, Key>();
        keys.put("a", new Key.Typed("a"));
        keys.put("é", new Key.Typed("é"));
        keys.put("中", new Key.Typed("中"));
        keys.put("😀", new Key.Typed("😀"));
        keys.put("\r", new Key.Press(Key.Name.ENTER));
        keys.put("\t", new Key.Press(Key.Name.TAB));
        keys.put("\177", new Key.Press(Key.Name.BACKSPACE));
        keys.put("\003", new Key.Typed("c", Set.of(Key.Modifier.CTRL)));
        keys.put("\012", new Key.Typed("j", Set.of(Key.Modifier.CTRL)));
        keys.put("\033[A", new Key.Press(Key.Name.UP));
        keys.put("\033OB", new Key.Press(Key.Name.DOWN));
        keys.put("\033[1;5C", new Key.Press(Key.Name.RIGHT, Set.of(Key.Modifier.CTRL)));
        keys.put("\033[1;3A", new Key.Press(Key.Name.UP, Set.of(Key.Modifier.ALT)));
        keys.put("\033[Z", new Key.Press(Key.Name.TAB, Set.of(Key.Modifier.SHIFT)));
        keys.put("\033[3~", new Key.Press(Key.Name.DELETE));
        keys.put("\033[6~", new Key.Press(Key.Name.PAGE_DOWN));
        keys.put("\033b", new Key.Typed("b", Set.of(Key.Modifier.ALT)));
        keys.put("\033\r", new Key.Press(Key.Name.ENTER, Set.of(Key.Modifier.ALT)));
        keys.put("\033[13;2u", new Key.Press(Key.Name.ENTER, Set.of(Key.Modifier.SHIFT)));
        keys.put("\033[27;2;13~", new Key.Press(Key.Name.ENTER, Set.of(Key.Modifier.SHIFT)));
        keys.put("\033[99;5u", new Key.Typed("c", Set.of(Key.Modifier.CTRL)));
        keys.put("\033[27u", new Key.Press(Key.Name.ESCAPE));
        keys.put("\033[I", new Key.Focus(true));
        keys.put("\033[O", new Key.Focus(false));
        keys.put("\033[12;40R", new Key.CursorAt(12, 40));
        keys.put("\033]11;rgb:ffff/ffff/ffff\033\\", new Key.Background(1, 1, 1));
        keys.put("\033]11;rgb:00/00/00\007", new Key.Background(0, 0, 0));
        keys.put("\033[200~two\rlines\033[201~", new Key.Paste("two\nlines"));
        keys.put("\033[200~\033[31m中\033[201~", new Key.Paste("\033[31m中"));
        return keys;
    }

    private static List<Key> decode(String text, int piece) {
        var decoder = new KeyDecoder();
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var keys = new ArrayList<Key>();
        for (var at = 0; at < bytes.length; at += piece) {
            var count = Math.min(piece, bytes.length - at);
            var part = new byte[count];
            System.arraycopy(bytes, at, part, 0, count);
            keys.addAll(decoder.feed(part, count));
        }
        keys.addAll(decoder.flush());
        return keys;
    }

    @Test
    void everySequenceIsOneKeyHoweverItIsCut() {
        SEQUENCES.forEach((text, key) -> {
            for (var piece = 1; piece <= 7; piece++)
                assertThat(decode(text, piece))
                        .as(text.replace('\033', '^') + " in pieces of " + piece)
                        .containsExactly(key);
        });
    }

    @Test
    void allOfThemTogetherAreTheSameKeysHoweverTheyAreCut() {
        var all = String.join("", SEQUENCES.keySet());
        var keys = List.copyOf(SEQUENCES.values());
        for (var piece = 1; piece <= 64; piece++)
            assertThat(decode(all, piece)).as("pieces of " + piece).isEqualTo(keys);
    }

    @Test
    void aLoneEscapeIsAKeyOnlyAfterAPause() {
        var decoder = new KeyDecoder();
        assertThat(decoder.feed(new byte[] {0x1B}, 1)).isEmpty();
        assertThat(decoder.isWaiting()).isTrue();
        assertThat(decoder.flush()).containsExactly(new Key.Press(Key.Name.ESCAPE));
        assertThat(decoder.isWaiting()).isFalse();
    }

    @Test
    void aReleasedKeyMeansNothing() {
        assertThat(decode("\033[97;1:3u", 99)).noneMatch(key -> key instanceof Key.Typed);
    }

    @Test
    void aLargePasteComesWholeAndOnce() {
        var text = "0123456789abcde\n".repeat(65_536);
        var keys = decode("\033[200~" + text.replace('\n', '\r') + "\033[201~x", 4096);
        assertThat(keys).hasSize(2);
        assertThat(((Key.Paste) keys.getFirst()).text()).isEqualTo(text);
        assertThat(keys.getLast()).isEqualTo(new Key.Typed("x"));
    }

    @Test
    void rubbishDoesNotStopWhatFollows() {
        assertThat(decode("\033[999999999999;;;\033[A", 3)).contains(new Key.Press(Key.Name.UP));
        assertThat(decode("\377\376a", 1)).contains(new Key.Typed("a"));
    }
}
