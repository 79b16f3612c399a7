package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.rpc.ClientOutbox;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;

/// One client on the process's own streams: a message for each line. The end of the input is the
/// end of the server.
final class Stdio {
    private final InputStream in;
    private final OutputStream out;

    Stdio(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /// Serves until the client is gone.
    void serve(AppServer server) throws IOException, InterruptedException {
        var outbox = new ClientOutbox(ClientOutbox.WhenFull.WAIT, () -> {});
        var writer = Thread.ofPlatform().name("pawl-out").daemon(true).start(() -> write(outbox));
        try (var dialogue = server.open(outbox, Dialogue.Proof.GIVEN);
                var lines = new BufferedReader(new InputStreamReader(in, UTF_8), 64 * 1024)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) dialogue.receive(line);
            }
        } finally {
            outbox.close();
            writer.join(1000);
        }
    }

    private void write(ClientOutbox outbox) {
        var buffer = new ByteArrayOutputStream(64 * 1024);
        try {
            for (var batch = outbox.take(); !batch.isEmpty(); batch = outbox.take()) {
                for (var message : batch) {
                    buffer.writeBytes(message);
                    buffer.write('\n');
                }
                buffer.writeTo(out);
                out.flush();
                buffer.reset();
            }
        } catch (IOException | InterruptedException gone) {
            // Nobody reads any more; the input ends too.
            outbox.close();
        }
    }
}
