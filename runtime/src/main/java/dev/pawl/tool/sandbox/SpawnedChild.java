package dev.pawl.tool.sandbox;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/// A child that [Spawn] started; `undo` takes back, once, what was set up for it.
record SpawnedChild(Spawned spawned, Runnable undo, AtomicBoolean released) implements Child {
    SpawnedChild(Spawned spawned, Runnable undo) {
        this(spawned, undo, new AtomicBoolean());
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
