package dev.pawl.appserver.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.host.ClientCommands;
import dev.pawl.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A command a client has started: its outputs are kept or sent on as they come, up to a bound.
/// Threads of their own read, write and wait: each of these would hold a virtual thread's carrier.
final class RunningCommand {
    private static final int TIMED_OUT = 124;
    private static final int MOST_WRITES = 1024;
    private static final long AFTER_THE_END_MILLIS = 500;

    /// What the client wants of it.
    ///
    /// @param process the client's name for it, empty for none
    /// @param input   whether it is going to be written to
    /// @param live    whether outputs are sent as they come, and not kept
    /// @param most    the bytes of each output that are kept or sent
    record Wish(String process, boolean input, boolean live, Duration timeout, int most) {}

    private static final class Input {
        private final byte[] bytes;
        private final boolean last;

        Input(byte[] bytes, boolean last) {
            this.bytes = bytes;
            this.last = last;
        }
    }

    private final ClientCommands.Running running;
    private final Wish wish;
    private final Client client;
    private final Reading output;
    private final Reading errors;
    private final BlockingQueue<Input> inputs = new ArrayBlockingQueue<>(MOST_WRITES);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int exitCode;

    private RunningCommand(ClientCommands.Running running, Wish wish, Client client) {
        this.running = running;
        this.wish = wish;
        this.client = client;
        this.output = new Reading("stdout", running.output());
        this.errors = new Reading("stderr", running.errors());
    }

    static RunningCommand start(Backend backend, ClientCommands.Request errand, Wish wish, Client client)
            throws IOException {
        return new RunningCommand(backend.run(errand), wish, client);
    }

    /// From here on its outputs are sent. Whoever hears them may ask for the command by its name,
    /// so it must have one by now.
    void attend() {
        onItsOwn("command out", output::read);
        onItsOwn("command err", errors::read);
        onItsOwn("command in", this::feed);
        onItsOwn("command end", this::awaitEnd);
    }

    private static void onItsOwn(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    /// Waits for the end, or until the time is up; all outputs have been sent by then.
    Json finish() throws InterruptedException {
        var code = TIMED_OUT;
        try {
            if (ended.await(wish.timeout().toMillis(), TimeUnit.MILLISECONDS)) code = exitCode;
        } finally {
            end();
            inputs.clear();
            inputs.add(new Input(new byte[0], true));
        }
        // What it left in the background may hold its outputs open.
        var patience = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AFTER_THE_END_MILLIS);
        return Json.object()
                .with("exitCode", code)
                .with("stdout", output.text(patience))
                .with("stderr", errors.text(patience));
    }

    private void awaitEnd() {
        try {
            exitCode = running.waitFor();
        } catch (InterruptedException nobodyDoes) {
            exitCode = 1;
        }
        ended.countDown();
    }

    void write(byte[] bytes, boolean last) {
        if (!wish.input()) throw RpcError.invalid("stdin streaming is not enabled for this command/exec");
        if (!inputs.offer(new Input(bytes, last))) throw RpcError.invalid("the command does not read its input");
    }

    void resize(ClientCommands.Size size) {
        running.resize(size);
    }

    void end() {
        running.end();
    }

    private void feed() {
        try {
            var input = running.input();
            var last = !wish.input();
            if (last) input.close();
            while (!last) {
                var next = inputs.take();
                input.write(next.bytes);
                input.flush();
                last = next.last;
                if (last) input.close();
            }
        } catch (IOException deaf) {
            // It has ended, or closed its input: that is its own affair.
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    /// One output, read to its end whatever is done with it: a full pipe would stop the command.
    private final class Reading {
        private final String name;
        private final InputStream stream;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final CountDownLatch done = new CountDownLatch(1);
        private int taken;

        Reading(String name, InputStream stream) {
            this.name = name;
            this.stream = stream;
        }

        void read() {
            var buffer = new byte[8192];
            try (stream) {
                for (var n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    if (n > 0) take(buffer, n);
                }
            } catch (IOException gone) {
                // As good as its end.
            } finally {
                done.countDown();
            }
        }

        private synchronized void take(byte[] bytes, int count) {
            var fits = Math.min(count, wish.most() - taken);
            if (fits <= 0) return;
            taken += fits;
            if (wish.live()) send(bytes, fits, taken == wish.most());
            else kept.write(bytes, 0, fits);
        }

        private void send(byte[] bytes, int count, boolean capReached) {
            var delta = Json.object()
                    .with("processId", wish.process())
                    .with("stream", name)
                    .with("deltaBase64", Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, count)))
                    .with("capReached", Json.of(capReached));
            var method = "command/exec/outputDelta";
            client.tell(method, ClientOutbox.bytes(Rpc.notification(method, delta)));
        }

        String text(long until) throws InterruptedException {
            if (!done.await(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                // Whoever holds it open writes for nobody.
                taken();
            }
            synchronized (this) {
                return kept.toString(UTF_8);
            }
        }

        private synchronized void taken() {
            taken = wish.most();
        }
    }
}
