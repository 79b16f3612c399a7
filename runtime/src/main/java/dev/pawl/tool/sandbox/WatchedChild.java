package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.process.ProcessMark;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Consumer;

/// A child under a [ResourceWatch]. When it was ended for taking too much, the last line that it
/// writes says so.
final class WatchedChild implements Child {
    private final SpawnedChild child;
    private final Launch.Streams streams;
    private final Consumer<WatchedChild> over;
    private volatile Optional<String> why = Optional.empty();

    /// @param over is given this child when there is nothing left to watch
    WatchedChild(SpawnedChild child, Launch.Streams streams, Consumer<WatchedChild> over) {
        this.child = child;
        this.streams = streams;
        this.over = over;
    }

    /// Ends everything in it, for this reason.
    void endFor(String reason) {
        if (why.isPresent()) return;
        why = Optional.of("pawl: the command was ended: " + reason + "\n");
        child.kill().run();
    }

    boolean isEnded() {
        return why.isPresent();
    }

    @Override
    public long pid() {
        return child.pid();
    }

    /// What its processes are known by, where it has no process namespace of its own.
    Optional<ProcessMark> mark() {
        return child.mark();
    }

    @Override
    public InputStream output() {
        return streams == Launch.Streams.APART ? child.output() : new Explained(child.output());
    }

    @Override
    public InputStream errors() {
        return streams == Launch.Streams.APART ? new Explained(child.errors()) : child.errors();
    }

    @Override
    public OutputStream input() {
        return child.input();
    }

    @Override
    public int waitFor() throws InterruptedException {
        return child.waitFor();
    }

    @Override
    public void release() {
        over.accept(this);
        child.release();
    }

    /// What the command wrote, and then why it was ended.
    private final class Explained extends InputStream {
        private final InputStream written;
        private Optional<ByteArrayInputStream> explanation = Optional.empty();

        Explained(InputStream written) {
            this.written = written;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            if (explanation.isEmpty()) {
                var count = readWritten(buffer, from, length);
                if (count >= 0 || why.isEmpty()) return count;
                explanation = Optional.of(new ByteArrayInputStream(("\n" + why.get()).getBytes(UTF_8)));
            }
            return explanation.get().read(buffer, from, length);
        }

        private int readWritten(byte[] buffer, int from, int length) throws IOException {
            try {
                return written.read(buffer, from, length);
            } catch (IOException cut) {
                if (why.isEmpty()) throw cut;
                return -1;
            }
        }

        @Override
        public int available() throws IOException {
            return written.available();
        }

        @Override
        public void close() throws IOException {
            written.close();
        }
    }
}
