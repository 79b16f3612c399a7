package dev.pawl.main;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.cli.UsageError;
import dev.pawl.config.CheckpointConfig;
import dev.pawl.id.TurnId;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import dev.pawl.tool.checkpoint.Checkpoint;
import dev.pawl.tool.checkpoint.Undo;
import dev.pawl.tui.ThreadAccess.RestorePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// The checkpoints of a thread, for people who want to go back to one.
record RestorePoints(CheckpointConfig checkpoints, ChatThread thread) {
    @FunctionalInterface
    private interface Work<T> {
        T of(Undo undo) throws IOException, InterruptedException;
    }

    private <T> T with(Work<T> work) {
        try {
            return work.of(checkpoints.undo(Path.of(thread.setup().cwd())));
        } catch (IOException impossible) {
            throw new UsageError("undo is not possible here: " + FileTrouble.of(impossible));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UsageError("interrupted");
        }
    }

    List<RestorePoint> list() {
        return with(undo -> undo.list().reversed().stream()
                .filter(one -> one.thread().equals(thread.id().value()))
                .filter(one -> one.kind() == Checkpoint.Kind.TURN && one.undone() == 0)
                .filter(one -> !one.spans().isEmpty() || one.isCutOff())
                .map(one -> new RestorePoint(one.id(), one.at(), new TurnId(one.turn())))
                .toList());
    }

    private static Undo.Proposal proposal(Undo undo, RestorePoint point) throws IOException, InterruptedException {
        for (var one : undo.list())
            if (one.id() == point.id()) return undo.propose(undo.since(one), Undo.Scope.THEIR_OWN);
        throw new UsageError("no checkpoint " + point.id() + " here any more");
    }

    List<FileChange> preview(RestorePoint point) {
        return with(undo -> {
            var backwards = new HashMap<String, String>();
            for (var one : undo.list()) {
                if (one.id() != point.id()) continue;
                var since = checkpoints.diff(Path.of(thread.setup().cwd())).since(one);
                for (var change : WorkingTree.files(since.text()))
                    backwards.put(change.path(), ReversedDiff.of(change.diff()));
            }
            var changes = new ArrayList<FileChange>();
            proposal(undo, point).plan().fates().forEach((path, fate) -> {
                var kind = switch (fate) {
                    case RESTORE -> FileChange.Kind.UPDATE;
                    case BRING_BACK -> FileChange.Kind.ADD;
                    case REMOVE -> FileChange.Kind.DELETE;
                };
                changes.add(new FileChange(path, kind, "", backwards.getOrDefault(path, "")));
            });
            return changes;
        });
    }

    List<String> restore(RestorePoint point) {
        return with(undo -> undo.run(proposal(undo, point)).restored());
    }
}
