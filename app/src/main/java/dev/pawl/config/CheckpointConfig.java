package dev.pawl.config;

import dev.pawl.host.ToolEnvironments;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.checkpoint.CheckpointStore;
import dev.pawl.tool.checkpoint.Checkpoints;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tool.checkpoint.WorkspaceDiff;
import dev.pawl.tool.sandbox.boundary.AccessMap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Whether pictures of the files are kept, and where.
public final class CheckpointConfig {
    private final Checkpoints checkpoints;
    private final boolean off;

    public CheckpointConfig(
            ToolEnvironments environments, Environment environment, boolean off, Consumer<String> notes) {
        this.checkpoints = new Checkpoints(
                environments.home(),
                new Checkpoints.Services(
                        environment.variables(),
                        folders -> access(environments, folders),
                        InstantSource.system(),
                        notes));
        this.off = off;
    }

    private static AccessMap access(ToolEnvironments environments, List<Path> folders) {
        var all = new ArrayList<>(folders);
        all.addAll(environments.furtherRoots());
        return environments.access(all);
    }

    public Checkpoints.Turn of(ThreadId thread, TurnId turn, ToolEnvironment toolEnvironment) {
        return off ? Checkpoints.Turn.UNWATCHED : checkpoints.of(thread.value(), turn.value(), toolEnvironment.cwd());
    }

    /// @throws IOException when there are none, and why
    public CheckpointStore store(Path folder) throws IOException {
        if (off) throw new IOException("checkpoints are switched off (pawl.checkpoints)");
        return checkpoints.workspace(folder);
    }

    /// @throws dev.pawl.tool.checkpoint.NoCheckpoint when there can be none in this folder
    public WorkspaceDiff diff(Path cwd) throws IOException {
        return new WorkspaceDiff(checkpoints.workspace(cwd));
    }

    /// @throws dev.pawl.tool.checkpoint.NoCheckpoint when there can be none in this folder
    public Undo undo(Path cwd) throws IOException {
        return new Undo(checkpoints.workspace(cwd), InstantSource.system());
    }
}
