package dev.pawl.tool.sandbox;

import dev.pawl.tool.process.ProcessLimit;
import dev.pawl.tool.process.ProcessMark;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.boundary.GitPlaces;
import dev.pawl.tool.sandbox.boundary.SandboxBoundary;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Spawn;
import dev.pawl.tool.sandbox.spawn.Spawned;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import dev.pawl.tool.sandbox.spawn.Spawner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/// The second tier, where no namespaces can be had: a thread takes Landlock's rules and a filter on
/// itself, starts the command, and is thrown away.
///
/// With the command goes a warden: a shell in the same circle of rules that waits for us to close
/// a pipe or to die, and then kills everything it can. Landlock lets it reach only what is inside,
/// and nobody inside can reach it, so nothing of a command outlives it, and nothing else is hit.
final class LandlockJail implements Jail {
    /// Before anything else the warden makes sure that it cannot reach us. The kernel strikes all
    /// at once, those that are being made too; each takes a moment to be gone.
    private static final String WARDEN =
            "kill -0 \"$1\" 2>/dev/null && exit 3; echo; read -r _; kill -s KILL -- -1 2>/dev/null";
    private static final List<String> DEVICES =
            List.of("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");
    private static final Path OWN_TERMINAL = Path.of("/dev/tty");
    private static final Path SHELL = Path.of("/bin/sh");

    private final Spawner spawner;
    private final ProcessLimit limits;

    LandlockJail(Spawner spawner, ResourceLimits limits) {
        this.spawner = spawner;
        this.limits = new ProcessLimit(limits.processes());
    }

    @Override
    public String shown() {
        return "Landlock " + Landlock.version() + " and seccomp";
    }

    @Override
    public boolean sharesProcesses() {
        return true;
    }

    @Override
    public SpawnedChild start(Launch launch) throws IOException {
        if (!Files.isDirectory(launch.folder()))
            throw new NoSuchFileException(launch.folder().toString());
        var argv = new ArrayList<>(launch.argv());
        argv.set(0, Programs.find(argv.getFirst(), launch.environment()));
        var rules = rules(launch);
        var filter = Seccomp.alone(launch.confinement().network());
        // Only the spawner waits for the thread: waking a virtual thread from there could start a
        // carrier thread that is as restricted.
        var latch = new StartLatch();
        return spawner.call(() -> {
            var answer = new ArrayBlockingQueue<Answer>(1);
            Thread.ofPlatform()
                    .daemon()
                    .name("pawl-confined")
                    .start(() -> answer.add(answer(() -> inside(launch.with(argv), rules, filter, latch))));
            try {
                var given = answer.take();
                if (given.failure().isPresent()) throw given.failure().get();
                var child = marked(given.child().orElseThrow());
                latch.open();
                return child;
            } finally {
                latch.close();
            }
        });
    }

    /// A command waits here until the limits are on it, which only a thread without limits may set.
    /// When we die first, it does not begin.
    private static final class StartLatch {
        private static final String WAIT = "read -r _ <&3 || exit 125; exec \"$@\" 3<&-";

        private final Spawn.Pipe pipe;
        private final OutputStream begins;

        StartLatch() throws IOException {
            this.pipe = Spawn.Pipe.open();
            this.begins = pipe.output();
        }

        static List<String> words(List<String> command) {
            var words = new ArrayList<>(List.of(SHELL.toString(), "-c", WAIT, "latch"));
            words.addAll(command);
            return words;
        }

        Spawn.Extra extra() {
            return new Spawn.Extra(List.of(pipe.in()), Optional.empty());
        }

        /// Lets the command begin.
        void open() throws IOException {
            begins.write('\n');
        }

        void close() throws IOException {
            begins.close();
            pipe.closeIn();
        }
    }

    private SpawnedChild marked(SpawnedChild child) {
        var mark = ProcessMark.next();
        limits.hold(child.spawned().pid());
        mark.put(child.spawned().pid());
        return child.with(mark);
    }

    private record Answer(Optional<SpawnedChild> child, Optional<IOException> failure) {}

    @FunctionalInterface
    private interface Work {
        SpawnedChild run() throws IOException;
    }

    private static Answer answer(Work work) {
        try {
            return new Answer(Optional.of(work.run()), Optional.empty());
        } catch (IOException failure) {
            return new Answer(Optional.empty(), Optional.of(failure));
        } catch (RuntimeException bug) {
            return new Answer(Optional.empty(), Optional.of(new IOException("the sandbox failed", bug)));
        }
    }

    /// On the thread that is thrown away.
    private static SpawnedChild inside(Launch launch, Landlock rules, byte[] filter, StartLatch latch)
            throws IOException {
        rules.enter();
        Landlock.filter(filter);
        var warden = Warden.start();
        try {
            Landlock.enterInner();
            return new SpawnedChild(command(launch, latch), Optional.empty(), warden::strike, () -> {
                warden.strike();
                GitPlaces.check(launch.confinement().projects());
            });
        } catch (IOException | RuntimeException notStarted) {
            warden.strike();
            throw notStarted;
        }
    }

    private static Spawned command(Launch launch, StartLatch latch) throws IOException {
        if (launch.terminal().isPresent()) {
            var terminal = launch.terminal().get();
            var files = new Spawn.Files.Terminal(terminal.name(), true);
            return new Spawned(Spawn.start(plan(launch, files, latch)), terminal.output());
        }
        return Spawned.withPipes(launch.streams(), files -> Spawn.start(plan(launch, files, latch)));
    }

    private static Spawn.Plan plan(Launch launch, Spawn.Files files, StartLatch latch) {
        return new Spawn.Plan(
                        StartLatch.words(launch.argv()), launch.environment(), launch.folder(), files, latch.extra())
                .whileHeld(launch.held());
    }

    /// Everything may be read but what is hidden and other devices; the writable folders may be
    /// written but for their protected names.
    private static Landlock rules(Launch launch) throws IOException {
        var rules = Landlock.begin();
        try (var boundary = SandboxBoundary.of(launch.confinement())) {
            var hidden = new HashSet<>(boundary.hidden());
            hidden.add(Path.of("/dev"));
            rules.allow(Path.of("/"), Landlock.LIST);
            for (var path : LandlockPaths.of(Path.of("/"), hidden)) rules.allow(path, Landlock.READ);
            for (var device : DEVICES) rules.allow(Path.of(device), Landlock.DEVICE);
            if (launch.terminal().isPresent()) {
                rules.allow(launch.terminal().get().name(), Landlock.TERMINAL);
                rules.allow(OWN_TERMINAL, Landlock.TERMINAL);
            }
            for (var root : boundary.roots()) write(rules, boundary, root);
            return rules;
        } catch (IOException | RuntimeException failed) {
            rules.close();
            throw failed;
        }
    }

    /// What a root is above is left out of it, and so are the folders on the way there: a folder
    /// that is not allowed itself can be neither moved nor replaced, nor can what is right in it.
    private static void write(Landlock rules, SandboxBoundary boundary, SandboxBoundary.Root root) throws IOException {
        var holes = new HashSet<>(boundary.hidden());
        holes.addAll(boundary.kept());
        holes.addAll(boundary.missing());
        holes.addAll(boundary.links());
        boundary.roots().forEach(other -> holes.add(other.path()));
        holes.removeIf(root.path()::startsWith); // a root may lie in what is hidden, and is no hole in itself
        allow(rules, boundary, root, LandlockPaths.of(root.path(), holes), Landlock.WRITE);
        var hidden = new HashSet<>(boundary.hidden());
        hidden.removeIf(root.path()::startsWith);
        allow(rules, boundary, root, LandlockPaths.of(root.path(), hidden), Landlock.READ);
    }

    private static void allow(
            Landlock rules, SandboxBoundary boundary, SandboxBoundary.Root root, List<Path> paths, long rights)
            throws IOException {
        for (var path : paths) {
            if (path.equals(root.path())) {
                rules.allow(root.folder(), rights);
                continue;
            }
            try (var opened = boundary.open(path)) {
                rules.allow(opened, rights);
            } catch (NoSuchFileException gone) {
                // Removed since it was listed.
            }
        }
    }

    /// The process that ends everything inside when its pipe is closed, by us or by our death.
    private record Warden(int pid, Spawn.Pipe pipe, AtomicBoolean struck) {
        static Warden start() throws IOException {
            var toIt = Spawn.Pipe.open();
            var fromIt = Spawn.Pipe.open();
            var self = Long.toString(ProcessHandle.current().pid());
            try {
                var pid = Spawn.start(new Spawn.Plan(
                        List.of(SHELL.toString(), "-c", WARDEN, "warden", self),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Path.of("/"),
                        new Spawn.Files.Both(toIt.in(), fromIt.out()),
                        Spawn.Extra.NONE));
                fromIt.closeOut();
                toIt.closeIn();
                var warden = new Warden(pid, toIt, new AtomicBoolean());
                try (var said = fromIt.input()) {
                    if (said.read() == '\n') return warden;
                }
                warden.strike();
                throw new IOException("the kernel does not keep signals in");
            } catch (IOException | RuntimeException failed) {
                toIt.closeOut();
                throw failed;
            }
        }

        /// Ends everything inside; returns when that is done.
        void strike() {
            if (!struck.compareAndSet(false, true)) return;
            pipe.closeOut();
            Spawn.await(pid);
        }
    }
}
