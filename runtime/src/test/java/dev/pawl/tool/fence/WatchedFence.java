package dev.pawl.tool.fence;

import dev.pawl.id.CallId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntConsumer;

/// A fence that tells each time its holder has looked at it: right behind a look that came out well
/// is the worst moment to be stopped.
public final class WatchedFence implements Fence {
    private final Fence fence;
    private final IntConsumer looked;
    private int looks;

    /// @param looked is told how many looks there were so far
    public WatchedFence(Fence fence, IntConsumer looked) {
        this.fence = fence;
        this.looked = looked;
    }

    @Override
    public Optional<Path> place() {
        var place = fence.place();
        looked.accept(++looks);
        return place;
    }

    @Override
    public boolean holds() {
        var holds = fence.holds();
        looked.accept(++looks);
        return holds;
    }

    /// A look that nobody is told of.
    public boolean isHeld() {
        return fence.holds();
    }

    @Override
    public void check() {
        fence.check();
        looked.accept(++looks);
    }

    @Override
    public void begin(CallId call) {
        fence.begin(call);
        looked.accept(++looks);
    }

    @Override
    public boolean mayHaveBegun(CallId call) {
        return fence.mayHaveBegun(call);
    }

    @Override
    public Optional<Holder> earlier() {
        return fence.earlier();
    }

    @Override
    public void settled() {
        fence.settled();
    }

    @Override
    public void over() {
        fence.over();
    }

    @Override
    public long epoch() {
        return fence.epoch();
    }
}
