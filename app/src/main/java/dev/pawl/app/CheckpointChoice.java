package dev.pawl.app;

import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.sandbox.AccessMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Whether pictures of the files are kept, and where.
final class CheckpointChoice {
    private final Checkpoints checkpoints;
    private final boolean off;

    CheckpointChoice(WorkplaceChoice workplaces, Environment environment, boolean off, Consumer<String> notes) {
        this.checkpoints = new Checkpoints(
                workplaces.home(),
                new Checkpoints.Means(
                        environment.variables(),
                        folders -> access(workplaces, folders),
                        InstantSource.system(),
                        notes));
        this.off = off;
    }

    private static AccessMap access(WorkplaceChoice workplaces, List<Path> folders) {
        var all = new ArrayList<>(folders);
        all.addAll(workplaces.furtherRoots());
        return workplaces.access(all);
    }

    Checkpoints.Turn of(ThreadId thread, TurnId turn, Workplace workplace) {
        return off ? Checkpoints.Turn.UNWATCHED : checkpoints.of(thread.value(), turn.value(), workplace.cwd());
    }

    /// @throws dev.pawl.tool.checkpoint.NoCheckpoint when there can be none in this folder
    Undo undo(Path cwd) throws IOException {
        return new Undo(checkpoints.workspace(cwd), InstantSource.system());
    }
}
