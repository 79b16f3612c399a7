package dev.pawl.tool.fence;

import dev.pawl.id.CallId;
import java.nio.file.Path;
import java.util.Optional;

/// Nothing is fenced: there is no turn that another worker could take over.
record NoFence() implements Fence {
    @Override
    public Optional<Path> place() {
        return Optional.empty();
    }

    @Override
    public boolean holds() {
        return true;
    }

    @Override
    public void begin(CallId call) {
        // Nobody comes after it who would ask.
    }

    @Override
    public void check() {
        // It is always held.
    }

    @Override
    public boolean mayHaveBegun(CallId call) {
        return true;
    }

    @Override
    public Optional<Holder> earlier() {
        return Optional.empty();
    }

    @Override
    public void settled() {
        // Nothing was noted.
    }

    @Override
    public void over() {
        // Nothing was noted.
    }

    @Override
    public long epoch() {
        return 0;
    }
}
