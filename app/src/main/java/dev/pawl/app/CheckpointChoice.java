package dev.pawl.app;

import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.checkpoint.Undo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;

/// Whether pictures of the files are kept, and where.
final class CheckpointChoice {
    private final Checkpoints checkpoints;
    private final boolean off;

    CheckpointChoice(Path home, Environment environment, boolean off, Consumer<String> notes) {
        this.checkpoints =
                new Checkpoints(home, new Checkpoints.Means(environment.variables(), InstantSource.system(), notes));
        this.off = off;
    }

    Checkpoints.Turn of(ThreadId thread, TurnId turn, Workplace workplace) {
        return off ? Checkpoints.Turn.UNWATCHED : checkpoints.of(thread.value(), turn.value(), workplace.cwd());
    }

    /// @throws dev.pawl.tool.checkpoint.NoCheckpoint when there can be none in this folder
    Undo undo(Path cwd) throws IOException {
        return new Undo(checkpoints.workspace(cwd), InstantSource.system());
    }
}
