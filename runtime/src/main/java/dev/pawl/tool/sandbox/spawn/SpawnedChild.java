package dev.pawl.tool.sandbox.spawn;

import dev.pawl.tool.process.ProcessMark;
import dev.pawl.tool.system.Signals;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A child that [Spawn] started.
///
/// @param mark what its processes are known by, where they have no namespace of their own
/// @param kill ends everything inside at once
/// @param undo takes back, once, what was set up for it
public record SpawnedChild(
        Spawned spawned, Optional<ProcessMark> mark, Runnable kill, Runnable undo, AtomicBoolean released)
        implements Child {
    public SpawnedChild(Spawned spawned, Optional<ProcessMark> mark, Runnable kill, Runnable undo) {
        this(spawned, mark, kill, undo, new AtomicBoolean());
    }

    /// One that nothing was set up for.
    public static SpawnedChild plain(Spawned spawned) {
        return new SpawnedChild(spawned, Optional.empty(), () -> Signals.kill(spawned.pid()), () -> {});
    }

    public SpawnedChild with(ProcessMark known) {
        return new SpawnedChild(spawned, Optional.of(known), kill, undo, released);
    }

    @Override
    public long pid() {
        return spawned.pid();
    }

    @Override
    public InputStream output() {
        return spawned.output();
    }

    @Override
    public InputStream errors() {
        return spawned.errors();
    }

    @Override
    public OutputStream input() {
        return spawned.input();
    }

    @Override
    public int waitFor() {
        return Spawn.await(spawned.pid());
    }

    @Override
    public void release() {
        if (released.compareAndSet(false, true)) undo.run();
    }
}
