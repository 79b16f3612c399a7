package dev.pawl.host;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.Setup;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Pty;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Runs a client's one-off commands: no shell of ours, inside the sandbox.
public final class ClientCommands {
    private static final ThreadId NO_THREAD = new ThreadId("command-exec");
    private static final byte[] END_OF_INPUT = {4};

    /// A command a client runs beside all threads.
    ///
    /// @param setup       the folder, and what it may touch
    /// @param environment what is otherwise than usual; empty takes a variable away
    /// @param terminal    the size of its terminal; empty for none
    public record Request(
            List<String> argv,
            Setup setup,
            Access access,
            Map<String, Optional<String>> environment,
            Optional<Size> terminal) {}

    /// What a client's own policy says beside the mode.
    public record Access(boolean network, boolean slashTmp, boolean tmpdir) {}

    public record Size(int rows, int columns) {}

    /// A command under way. Its streams block, and are for threads of their own.
    public interface Running {
        /// With a terminal all it shows, else its first output alone.
        InputStream output();

        InputStream errors();

        /// What it reads; closing it ends its input.
        OutputStream input();

        void resize(Size size);

        int waitFor() throws InterruptedException;

        /// Ends it with all it started; more than once does nothing.
        void end();
    }

    private final ToolEnvironments environments;

    public ClientCommands(ToolEnvironments environments) {
        this.environments = environments;
    }

    /// Starts it inside what it may touch, or not at all.
    public Running run(Request request) throws IOException {
        var toolEnvironment = environments.of(NO_THREAD, request.setup());
        var environment = new HashMap<>(toolEnvironment.shell().environment());
        request.environment()
                .forEach((name, value) ->
                        value.ifPresentOrElse(text -> environment.put(name, text), () -> environment.remove(name)));
        var confinement = narrowed(toolEnvironment.confinement(), request.access(), environment.get("TMPDIR"));
        Optional<Pty> pty = request.terminal().isPresent()
                ? Optional.of(Pty.open(
                        request.terminal().get().rows(),
                        request.terminal().get().columns()))
                : Optional.empty();
        try {
            var child = environments
                    .sandbox()
                    .start(new Launch(
                            request.argv(),
                            toolEnvironment.cwd(),
                            environment,
                            confinement,
                            pty,
                            Launch.Streams.APART));
            return new Started(child, pty, new AtomicBoolean(), new AtomicBoolean());
        } catch (IOException | RuntimeException notStarted) {
            pty.ifPresent(Pty::close);
            throw notStarted;
        }
    }

    /// What the client itself leaves out is left out.
    private static Confinement narrowed(Confinement usual, Access access, @Nullable String tmpdir) {
        var scratch = usual.scratch().stream()
                .filter(folder -> access.slashTmp() || !folder.named().equals(Path.of("/tmp")))
                .filter(folder ->
                        access.tmpdir() || tmpdir == null || !folder.named().equals(Path.of(tmpdir)))
                .toList();
        return new Confinement(
                usual.mode(),
                usual.projects(),
                scratch,
                usual.hidden(),
                usual.kept(),
                access.network() ? Network.ON : usual.network());
    }

    /// @param over  whether its end was noticed: its number may be another's a moment later
    /// @param ended whether it was told to end
    private record Started(Child child, Optional<Pty> pty, AtomicBoolean over, AtomicBoolean ended) implements Running {
        @Override
        public InputStream output() {
            return child.output();
        }

        @Override
        public InputStream errors() {
            return child.errors();
        }

        @Override
        public OutputStream input() {
            return pty.<OutputStream>map(Keys::new).orElseGet(child::input);
        }

        @Override
        public void resize(Size size) {
            pty.ifPresent(terminal -> terminal.resize(size.rows(), size.columns()));
        }

        @Override
        public int waitFor() throws InterruptedException {
            var code = child.waitFor();
            over.set(true);
            return code;
        }

        @Override
        public void end() {
            if (!ended.compareAndSet(false, true)) return;
            if (!over.get()) {
                ProcessHandle.of(child.pid()).ifPresent(process -> {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                });
            }
            child.release();
        }
    }

    /// Typing into a terminal; its end is a key, too.
    private static final class Keys extends OutputStream {
        private final Pty pty;

        Keys(Pty pty) {
            this.pty = pty;
        }

        @Override
        public void write(int octet) throws IOException {
            pty.typeAll(new byte[] {(byte) octet});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            pty.typeAll(Arrays.copyOfRange(bytes, offset, offset + length));
        }

        @Override
        public void close() throws IOException {
            pty.typeAll(END_OF_INPUT);
        }
    }
}
