package dev.pawl.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.http.ServerSentEvents.Event;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSentEventsTest {
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyLineEndIsOne(String end) throws IOException {
        var text = "event: a" + end + "data: 1" + end + end + "data: 2" + end + "data:3" + end + end;

        assertThat(all(text)).containsExactly(new Event("a", "1"), new Event("", "2\n3"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void theSizeOfAReadDoesNotMatter(int size) throws IOException {
        var text = "\uFEFFdata: grüße 😀\r\n\r\n: comment\r\nevent: x\r\ndata\r\ndata: y\r\nid: 7\r\n\r\n";
        var bytes = text.getBytes(StandardCharsets.UTF_8);

        var events = all(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(size, length));
            }
        });

        assertThat(events).containsExactly(new Event("", "grüße 😀"), new Event("x", "\ny"));
    }

    @Test
    void anEventWithoutDataIsNone() throws IOException {
        assertThat(all("event: ping\n\n: comment\n\nno colon here\n\ndata: x\n\n"))
                .containsExactly(new Event("", "x"));
    }

    @Test
    void anEventThatTheEndCutsIsDropped() throws IOException {
        var whole = "data: one\n\ndata: two\n\n";
        for (var cut = 0; cut < whole.length() - 1; cut++) {
            var expected = cut < "data: one\n\n".length() ? List.of() : List.of(new Event("", "one"));
            assertThat(all(whole.substring(0, cut))).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    @Test
    void onlyOneSpaceAfterTheColonIsDropped() throws IOException {
        assertThat(all("data:  x \n\ndata:\n\n")).containsExactly(new Event("", " x "), new Event("", ""));
    }

    @Test
    void whatIsNotUtf8IsReplaced() throws IOException {
        var bytes = new byte[] {'d', 'a', 't', 'a', ':', (byte) 0xff, (byte) 0xc3, '\n', '\n'};

        assertThat(all(new ByteArrayInputStream(bytes))).containsExactly(new Event("", "\uFFFD\uFFFD"));
    }

    @Test
    void aByteOrderMarkCountsAtTheVeryBeginningOnly() throws IOException {
        assertThat(all("\n\uFEFFdata: x\n\ndata: y\n\n")).containsExactly(new Event("", "y"));
    }

    @Test
    void aLineAndAnEventAreBounded() {
        var endless = new Endless("data:", "x".repeat(1000));
        var lines = new Endless("", "data:xxxxxxxxxxx\n");

        assertThatThrownBy(() -> all(endless)).isInstanceOf(IOException.class).hasMessageContaining("16777216");
        assertThatThrownBy(() -> all(lines)).isInstanceOf(IOException.class).hasMessageContaining("16777216");
    }

    @Test
    void aLargeEventArrivesWhole() throws IOException {
        var large = "x".repeat(ServerSentEvents.LARGEST - 100);

        assertThat(all("data:" + large + "\n\ndata: small\n\n"))
                .containsExactly(new Event("", large), new Event("", "small"));
    }

    private static List<Event> all(String text) throws IOException {
        return all(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Event> all(InputStream in) throws IOException {
        var reader = new ServerSentEvents(in);
        var events = new ArrayList<Event>();
        for (var event = reader.next(); event != null; event = reader.next()) events.add(event);
        return events;
    }

    /// Says the same for ever.
    private static final class Endless extends InputStream {
        private byte[] next;
        private final byte[] again;

        Endless(String first, String again) {
            this.next = (first + again).getBytes(StandardCharsets.UTF_8);
            this.again = again.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            System.arraycopy(next, 0, target, offset, next.length);
            var count = next.length;
            next = again;
            return count;
        }
    }
}
