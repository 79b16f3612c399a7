package dev.pawl.exec;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PromptTextTest {
    private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    private Optional<String> piped(byte[] bytes, String... given) {
        return PromptText.of(
                given.length == 0 ? Optional.empty() : Optional.of(given[0]),
                new ByteArrayInputStream(bytes),
                false,
                notes::add);
    }

    private static byte[] marked(String text, Charset charset) {
        return ("\ufeff" + text).getBytes(charset);
    }

    @Test
    void aPipeIsThePromptOrComesAlongWithIt() {
        assertThat(piped("do it".getBytes(UTF_8))).contains("do it");
        assertThat(piped("the log\n".getBytes(UTF_8), "explain")).contains("explain\n\n<stdin>\nthe log\n</stdin>");
        assertThat(piped(new byte[0], "explain")).contains("explain");
        assertThat(piped("do it".getBytes(UTF_8), "-")).contains("do it");
        assertThat(piped(" \n".getBytes(UTF_8))).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void aMarkSaysHowItIsWritten() {
        assertThat(piped(marked("修复", UTF_8))).contains("修复");
        assertThat(piped(marked("修复", UTF_16LE))).contains("修复");
        assertThat(piped(marked("修复", UTF_16BE))).contains("修复");
    }

    @Test
    void whoeverWaitsForAPipeIsTold() throws Exception {
        var open = new PipedOutputStream();
        try (var stdin = new PipedInputStream(open)) {
            var reading = new FutureTask<>(() -> PromptText.of(Optional.of("go"), stdin, false, notes::add));
            Thread.ofPlatform().start(reading);
            assertThat(notes.poll(20, TimeUnit.SECONDS)).contains("stdin", "</dev/null");
            open.close();
            assertThat(reading.get()).contains("go");
        }
    }
}
