package dev.pawl.tool.checkpoint;

import dev.pawl.agent.Tool;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Item;
import dev.pawl.tool.WrappedTool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;

/// The pictures around the calls of one turn. Calls that run side by side share a pair. Never in
/// the way: a turn whose pictures cannot be taken goes on without them, and it is said why.
final class TurnCheckpoint implements Checkpoints.Turn {
    private final Checkpoints checkpoints;
    private final Place place;
    private final InstantSource clock;
    private int running;
    /// The turn goes on without undo.
    private boolean givenUp;

    record Place(String thread, String turn, Path cwd) {}

    TurnCheckpoint(Checkpoints checkpoints, Place place, InstantSource clock) {
        this.checkpoints = checkpoints;
        this.place = place;
        this.clock = clock;
    }

    @Override
    public Tool watched(Tool tool) {
        return new WrappedTool(tool, this::around);
    }

    @Override
    public synchronized void settle() {
        unhurried(this::close);
    }

    private synchronized void begin() throws InterruptedException {
        if (running++ > 0 || givenUp) return;
        try {
            var workspace = checkpoints.workspace(place.cwd());
            workspace.alone(() -> {
                var files = workspace.files();
                var known = files.of(place.turn());
                if (known.isEmpty()) workspace.prune();
                var entry = known.isPresent()
                        ? known.get()
                        : Checkpoint.begun(
                                files.next(), Checkpoint.Kind.TURN, place.thread(), place.turn(), clock.instant());
                var picture = workspace.picture();
                files.write(entry.closed(picture).opened(picture));
                return entry;
            });
        } catch (IOException impossible) {
            goOnWithout(impossible);
        } catch (InterruptedException stopped) {
            running--;
            throw stopped;
        }
    }

    private synchronized void end() {
        if (--running == 0 && !givenUp) unhurried(this::close);
    }

    private void goOnWithout(IOException why) {
        givenUp |= why instanceof NoCheckpoint.Busy;
        checkpoints.sayOnce(String.valueOf(why.getMessage()));
    }

    private void close() throws IOException, InterruptedException {
        var workspace = checkpoints.workspace(place.cwd());
        workspace.alone(() -> {
            var files = workspace.files();
            var entry = files.of(place.turn());
            if (entry.isEmpty() || !entry.get().isCutOff()) return entry;
            var closed = entry.get().closed(workspace.picture());
            if (closed.spans().isEmpty()) files.delete(closed);
            else files.write(closed);
            return entry;
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /// What a call left is written down even when the turn was stopped meanwhile.
    private void unhurried(Work work) {
        var interrupted = Thread.interrupted();
        try {
            work.run();
        } catch (IOException impossible) {
            goOnWithout(impossible);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private Tool.Outcome around(Tool tool, Item.ToolCall call, RunMode runMode, Tool.Output output)
            throws InterruptedException {
        var intent = tool.intent(call);
        if (intent instanceof Intent.ReadOnly || intent instanceof Intent.Ask) return tool.run(call, runMode, output);
        begin();
        try {
            return tool.run(call, runMode, output);
        } finally {
            end();
        }
    }
}
