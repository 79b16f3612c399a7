package dev.pawl.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A nats-server of a test's own, which it may stop and start again on the same port.
public final class NatsServer implements AutoCloseable {
    private static final List<String> PLACES = List.of("/usr/sbin/nats-server", "/usr/local/bin/nats-server");

    private final int port = Wire.freePort();
    private @Nullable Process process;

    public String address() {
        return "nats://127.0.0.1:" + port;
    }

    public NatsServer start() {
        var program = PLACES.stream()
                .filter(place -> Files.isExecutable(Path.of(place)))
                .findFirst();
        var command = List.of(
                program.orElseThrow(() -> new AssertionError("no nats-server: apt-get install nats-server")),
                "-a",
                "127.0.0.1",
                "-p",
                Integer.toString(port));
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        Eventually.eventually("nats-server answers", this::answers);
        return this;
    }

    public void kill() {
        var running = process;
        process = null;
        if (running == null) return;
        running.destroyForcibly();
        running.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private boolean answers() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
