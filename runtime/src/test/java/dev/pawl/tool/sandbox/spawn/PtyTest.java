package dev.pawl.tool.sandbox.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Typing into a terminal, with a command that reads and with one that does not.
@Tag("process")
@Timeout(60)
class PtyTest {
    private static final byte[] LINES = "0123456\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);

    private static Process command(Pty pty, String script) throws IOException {
        var end = pty.name().toFile();
        return new ProcessBuilder("/bin/sh", "-c", script)
                .redirectInput(end)
                .redirectOutput(end)
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void aCommandThatDoesNotReadIsToldOfAndNotWaitedForForEver() throws IOException {
        var pty = Pty.open(24, 80);
        var deaf = command(pty, "exec sleep 1000");
        try {
            assertThatThrownBy(() -> pty.type(LINES, Duration.ofMillis(200)))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("the command does not read: it took \\d+ of 800000 bytes");
        } finally {
            deaf.destroyForcibly();
            pty.close();
        }
    }

    @Test
    void anInterruptEndsTypingAndIsKept() throws IOException {
        var pty = Pty.open(24, 80);
        var deaf = command(pty, "exec sleep 1000");
        try {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> pty.typeAll(LINES)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            deaf.destroyForcibly();
            pty.close();
        }
    }

    @Test
    void allIsTypedIntoACommandThatReadsLaterAndItsOutputIsReadToTheEnd() throws Exception {
        var pty = Pty.open(24, 80);
        var counts = command(pty, "stty -echo; echo ready; head -c 800000 | wc -c");
        try (var output = pty.output()) {
            var first = new byte[7];
            assertThat(output.readNBytes(first, 0, 7)).isEqualTo(7);
            assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo("ready\r\n");
            pty.typeAll(LINES);
            var rest = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(rest).contains("800000");
        } finally {
            counts.destroyForcibly();
        }
    }
}
