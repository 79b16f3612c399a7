package dev.pawl.app;

import dev.pawl.appserver.Backend;
import dev.pawl.id.ThreadId;
import dev.pawl.tool.sandbox.Child;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.Launch;
import dev.pawl.tool.sandbox.Network;
import dev.pawl.tool.sandbox.Pty;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Runs a client's one-off commands: no shell of ours, inside the sandbox.
final class Errands {
    private static final ThreadId NO_THREAD = new ThreadId("command-exec");
    private static final byte[] END_OF_INPUT = {4};

    private final WorkplaceChoice workplaces;

    Errands(WorkplaceChoice workplaces) {
        this.workplaces = workplaces;
    }

    Backend.Running run(Backend.Errand errand) throws IOException {
        var workplace = workplaces.of(NO_THREAD, errand.setup());
        var environment = new HashMap<>(workplace.shell().environment());
        errand.environment()
                .forEach((name, value) ->
                        value.ifPresentOrElse(text -> environment.put(name, text), () -> environment.remove(name)));
        var confinement = narrowed(workplace.confinement(), errand.access(), environment.get("TMPDIR"));
        Optional<Pty> pty = errand.terminal().isPresent()
                ? Optional.of(Pty.open(
                        errand.terminal().get().rows(), errand.terminal().get().columns()))
                : Optional.empty();
        try {
            var child = workplaces
                    .sandbox()
                    .start(new Launch(
                            errand.argv(), workplace.cwd(), environment, confinement, pty, Launch.Streams.APART));
            return new Started(child, pty, new AtomicBoolean(), new AtomicBoolean());
        } catch (IOException | RuntimeException notStarted) {
            pty.ifPresent(Pty::close);
            throw notStarted;
        }
    }

    /// What the client itself leaves out is left out.
    private static Confinement narrowed(Confinement usual, Backend.Access access, @Nullable String tmpdir) {
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
    private record Started(Child child, Optional<Pty> pty, AtomicBoolean over, AtomicBoolean ended)
            implements Backend.Running {
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
        public void resize(Backend.Size size) {
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
