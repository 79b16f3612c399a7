package dev.pawl.campaign.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.WorkerId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/// The world outside the store: one line for each effect that happened, in a file that is only ever
/// added to, each line by one write. Safe for use by many threads and processes.
final class EffectFile {
    private final Path path;

    EffectFile(Path path) {
        this.path = path;
    }

    /// Opens the file anew each time: an interrupt closes a channel for everybody who shares it.
    void add(CallId call, WorkerId worker, Epoch epoch) throws InterruptedException {
        var line = ByteBuffer.wrap((call + " " + worker + " " + epoch.value() + "\n").getBytes(UTF_8));
        try (var file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            var length = line.remaining();
            if (file.write(line) != length) throw new IOException("half a line in " + path);
        } catch (ClosedByInterruptException fenced) {
            throw new InterruptedException("fenced while it wrote");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// How often each call had its effect.
    Map<CallId, Integer> count() throws IOException {
        var times = new HashMap<CallId, Integer>();
        if (!Files.exists(path)) return times;
        for (var line : Files.readAllLines(path)) {
            times.merge(new CallId(line.substring(0, line.indexOf(' '))), 1, Integer::sum);
        }
        return times;
    }
}
