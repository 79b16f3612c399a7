package dev.pawl.tool.sandbox;

import dev.pawl.tool.RunFolder;
import dev.pawl.tool.process.ProcessMark;
import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.boundary.GitPlaces;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.boundary.NewRepositories;
import dev.pawl.tool.sandbox.boundary.SandboxBoundary;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Spawn;
import dev.pawl.tool.sandbox.spawn.Spawned;
import dev.pawl.tool.sandbox.spawn.SpawnedChild;
import dev.pawl.tool.sandbox.spawn.Spawner;
import dev.pawl.tool.system.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The first tier: namespaces of its own, the disk read-only but for the writable folders, no
/// capability, and a filter for system calls. When bubblewrap ends, so does every process inside,
/// and it ends with us.
final class Bubblewrap implements Jail {
    /// Not by `PATH`: what is found there may lie in a folder that a command can write.
    private static final List<Path> PLACES = List.of(
            Path.of("/usr/bin/bwrap"),
            Path.of("/bin/bwrap"),
            Path.of("/usr/local/bin/bwrap"),
            Path.of("/run/current-system/sw/bin/bwrap"));
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private static final List<Path> PRLIMIT = List.of(Path.of("/usr/bin/prlimit"), Path.of("/bin/prlimit"));

    private final Path program;
    private final Kind kind;
    private final Spawner spawner;
    private final boolean takesDescriptors;
    private final boolean isRoot = Sandbox.isRoot();
    private final Path folder;
    private final ResourceLimits limits;
    private final Map<Network, Path> filters = new EnumMap<>(Network.class);

    /// How much of it this machine allows.
    enum Kind {
        FULL("bubblewrap with user namespaces"),
        /// Inside another sandbox `/proc` cannot be mounted anew; the outer one's is shown instead.
        OUTER_PROC("bubblewrap with user namespaces and the outer /proc"),
        /// As root where there are no user namespaces.
        ROOT("bubblewrap as root, without user namespaces");

        private final String shown;

        Kind(String shown) {
            this.shown = shown;
        }
    }

    /// @param folder where the filters are kept
    Bubblewrap(Path program, Kind kind, Spawner spawner, Path folder, ResourceLimits limits) {
        this.program = program;
        this.kind = kind;
        this.spawner = spawner;
        this.takesDescriptors = takesDescriptors(program);
        this.folder = folder;
        this.limits = limits;
    }

    /// Whether it can mount what a descriptor names. Versions before 0.10 cannot, unless it was
    /// added to them; they get names that were checked a moment before.
    private static boolean takesDescriptors(Path program) {
        try {
            return new String(Files.readAllBytes(program), StandardCharsets.ISO_8859_1).contains("--ro-bind-fd");
        } catch (IOException unreadable) {
            return false;
        }
    }

    static Optional<Path> program() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    @Override
    public String shown() {
        return kind.shown;
    }

    @Override
    public boolean sharesProcesses() {
        return false;
    }

    @Override
    public SpawnedChild start(Launch launch) throws IOException {
        if (!Files.isDirectory(launch.folder()))
            throw new java.nio.file.NoSuchFileException(launch.folder().toString());
        try (var boundary = SandboxBoundary.of(launch.confinement());
                var mounts = Mounts.of(boundary)) {
            var links = Links.of(boundary.links());
            var repositories = NewRepositories.of(boundary.missing());
            var child = spawn(
                    launch,
                    words(launch, boundary, mounts),
                    new Spawn.Extra(
                            mounts.descriptors(),
                            Optional.of(filter(launch.confinement().network()))));
            // Everything inside ends with it, and has a parent inside.
            return new SpawnedChild(child, Optional.empty(), () -> Signals.kill(child.pid()), () -> {
                links.putBack();
                repositories.check();
                GitPlaces.check(launch.confinement().projects());
            });
        }
    }

    private Spawned spawn(Launch launch, List<String> words, Spawn.Extra extra) throws IOException {
        if (launch.terminal().isPresent()) {
            var terminal = launch.terminal().get();
            var files = new Spawn.Files.Terminal(terminal.name(), false);
            var plan = new Spawn.Plan(words, launch.environment(), Path.of("/"), files, extra).whileHeld(launch.held());
            return new Spawned(spawner.call(() -> Spawn.start(plan)), terminal.output());
        }
        return Spawned.withPipes(launch.streams(), files -> {
            var plan = new Spawn.Plan(words, launch.environment(), Path.of("/"), files, extra).whileHeld(launch.held());
            return spawner.call(() -> Spawn.start(plan));
        });
    }

    private List<String> words(Launch launch, SandboxBoundary boundary, Mounts mounts) {
        var words = new ArrayList<>(ProcessMark.next().words());
        words.add(program.toString());
        words.addAll(List.of("--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"));
        words.addAll(List.of("--unshare-cgroup-try", "--cap-drop", "ALL"));
        if (kind != Kind.ROOT) words.add("--unshare-user");
        if (launch.confinement().network() == Network.OFF) words.add("--unshare-net");
        words.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev"));
        // Read-only, or root could write the kernel's settings: it needs no capability for that.
        if (kind != Kind.OUTER_PROC) words.addAll(List.of("--proc", "/proc", "--remount-ro", "/proc"));
        if (limits.sharedBytes() > 0) words.addAll(List.of("--size", Long.toString(limits.sharedBytes())));
        words.addAll(List.of("--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
        words.addAll(mounts.words(takesDescriptors));
        var filter = Integer.toString(mounts.next());
        words.addAll(List.of("--chdir", launch.folder().toString(), "--seccomp", filter, "--"));
        words.addAll(processLimit());
        words.addAll(WriteGuard.words(
                boundary.roots().stream().map(SandboxBoundary.Root::path).toList()));
        // The terminal belongs to the command, not to bubblewrap: Ctrl-C must not end the latter.
        if (launch.terminal().isPresent()) {
            SETSID.stream()
                    .filter(Files::isExecutable)
                    .findFirst()
                    .ifPresent(setsid -> words.addAll(List.of(setsid.toString(), "--ctty")));
        }
        words.addAll(launch.argv());
        return words;
    }

    /// In a user namespace of its own the limit counts the processes of this command alone. For
    /// root the kernel has no such limit.
    private List<String> processLimit() {
        if (kind == Kind.ROOT || isRoot || limits.processes() == 0) return List.of();
        return PRLIMIT.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(prlimit ->
                        List.of(prlimit.toString(), "--nproc=" + limits.processes() + ":" + limits.processes(), "--"))
                .orElse(List.of());
    }

    /// Written anew by each process: what lies there may be another version's.
    private synchronized Path filter(Network network) throws IOException {
        var known = filters.get(network);
        if (known != null) return known;
        RunFolder.make(folder);
        var file = folder.resolve("seccomp-" + network.name().toLowerCase(java.util.Locale.ROOT) + ".bpf");
        var draft = Files.createTempFile(folder, "seccomp", ".new");
        Files.write(draft, Seccomp.inNamespaces(network));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        filters.put(network, file);
        return file;
    }
}
