package dev.pawl.tool.sandbox;

import dev.pawl.tool.process.ResourceLimits;
import dev.pawl.tool.sandbox.spawn.Child;
import dev.pawl.tool.sandbox.spawn.Launch;
import dev.pawl.tool.sandbox.spawn.Spawn;
import dev.pawl.tool.sandbox.spawn.Spawner;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Starts every command of this process, each inside what it may touch. The one place where that
/// is decided: a command that must be confined and cannot be is not started.
///
/// Which tier there is, is found out by running it, once. Safe for use by many threads.
public final class Sandbox {
    /// For a thread without limits: nothing is tried out for it.
    public static final Probe NOT_NEEDED = new Probe(Tier.NONE, "not needed", List.of());

    private final Path folder;
    private final Optional<Tier> only;
    private final Unconfined unconfined = new Unconfined();
    private final ReentrantLock lock = new ReentrantLock();
    private final ResourceLimits limits;
    private final ResourceWatch watch;
    private Optional<Found> found = Optional.empty();

    private record Found(Probe probe, Optional<Jail> jail) {}

    /// @param folder of our own, for what sandboxes need on the disk
    public Sandbox(Path folder) {
        this(folder, ResourceLimits.usual());
    }

    public Sandbox(Path folder, ResourceLimits limits) {
        this(folder, limits, Optional.empty());
    }

    private Sandbox(Path folder, ResourceLimits limits, Optional<Tier> only) {
        this.folder = folder.toAbsolutePath().normalize();
        this.limits = limits;
        this.watch = new ResourceWatch(limits);
        this.only = only;
    }

    /// A sandbox of this tier or none: to try one out where there is a better one.
    public static Sandbox of(Path folder, Tier only) {
        return of(folder, only, ResourceLimits.usual());
    }

    public static Sandbox of(Path folder, Tier only, ResourceLimits limits) {
        return new Sandbox(folder, limits, Optional.of(only));
    }

    /// What a confined command may take of the machine.
    public ResourceLimits limits() {
        return limits;
    }

    /// What this machine has. Tries it out when asked for the first time.
    public Probe probe() {
        return found().probe();
    }

    /// @throws NoSandbox   when nothing here can hold the command to its limits
    /// @throws IOException when it cannot be started
    public Child start(Launch launch) throws IOException {
        for (var word : launch.argv()) {
            if (word.indexOf('\0') >= 0) throw new IOException("a word of the command holds a zero byte");
        }
        if (!launch.confinement().isConfined()) return unconfined.start(launch);
        var found = found();
        if (found.jail().isPresent()) return watch.watch(found.jail().get().start(launch), launch.streams());
        throw new NoSandbox("this machine has no sandbox (" + found.probe().detail() + "), so in the mode "
                + launch.confinement().mode().word() + " no command is run");
    }

    private Found found() {
        lock.lock();
        try {
            if (found.isEmpty()) found = Optional.of(find());
            return found.get();
        } finally {
            lock.unlock();
        }
    }

    private Found find() {
        var tried = new ArrayList<String>();
        if (!Syscall.areKnown()) return none(tried, "sandboxes are made for Linux on x86-64 and 64-bit ARM");
        if (!Spawn.isPossible()) return none(tried, "the C library is too old (glibc 2.34 is needed)");
        OldPlaceholders.sweep(folder);
        var trial = new SandboxTrial();
        for (var jail : candidates(tried)) {
            var tier = jail instanceof Bubblewrap ? Tier.BUBBLEWRAP : Tier.LANDLOCK;
            if (only.isPresent() && only.get() != tier) continue;
            var failure = trial.of(jail);
            if (failure.isEmpty()) {
                return new Found(new Probe(tier, jail.shown(), tried), Optional.of(jail));
            }
            tried.add(jail.shown() + ": " + failure.get());
        }
        return none(tried, tried.isEmpty() ? "nothing to try" : tried.getLast());
    }

    private static Found none(List<String> tried, String why) {
        return new Found(new Probe(Tier.NONE, why, tried), Optional.empty());
    }

    private List<Jail> candidates(List<String> tried) {
        var jails = new ArrayList<Jail>();
        var spawner = new Spawner();
        var program = Bubblewrap.program();
        if (program.isPresent()) {
            for (var kind : Bubblewrap.Kind.values()) {
                if (kind == Bubblewrap.Kind.ROOT && !isRoot()) continue;
                jails.add(new Bubblewrap(program.get(), kind, spawner, folder, limits));
            }
        } else {
            tried.add(Probe.NO_BUBBLEWRAP);
        }
        var version = Landlock.version();
        if (version >= Landlock.NEEDED) jails.add(new LandlockJail(spawner, limits));
        else tried.add("Landlock: the kernel has version " + version + ", " + Landlock.NEEDED + " is needed");
        return jails;
    }

    static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException noProc) {
            return false;
        }
    }
}
