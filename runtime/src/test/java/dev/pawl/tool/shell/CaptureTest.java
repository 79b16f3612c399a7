package dev.pawl.tool.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CaptureTest {
    @Test
    void outputIsNotLostWhenTheReaderIsLate() throws InterruptedException {
        var capture = new Capture(_ -> {});
        capture.read(new LateStream("all of it", 500));
        capture.exited();

        capture.settle(100);

        assertThat(capture.take()).isEqualTo("all of it");
    }

    /// Its bytes are there from the start; its first read takes a while.
    private static final class LateStream extends InputStream {
        private final ByteArrayInputStream bytes;
        private final long millis;
        private boolean hasWaited;

        LateStream(String text, long millis) {
            this.bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            this.millis = millis;
        }

        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (!hasWaited) pause();
            hasWaited = true;
            return bytes.read(into, offset, length);
        }

        private void pause() {
            try {
                var never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
                assertThat(never).isFalse();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
