package dev.pawl.tool.checkpoint;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Takes back what turns did to the files of a workspace.
public final class Undo {
    private final CheckpointStore workspace;
    private final InstantSource clock;

    public Undo(CheckpointStore workspace, InstantSource clock) {
        this.workspace = workspace;
        this.clock = clock;
    }

    /// @param checkpoints what would be taken back, the oldest first
    public record Proposal(List<Checkpoint> checkpoints, UndoPlan plan) {
        public boolean isCutOff() {
            return checkpoints.stream().anyMatch(Checkpoint::isCutOff);
        }
    }

    /// What was done, how far it went, and the checkpoint that brings it back (0 when nothing was
    /// to do).
    ///
    /// @param kept files that somebody changed since
    public record Done(long checkpoint, List<String> restored, List<String> kept) {}

    /// How much of what is on the disk is taken as the turns' own work.
    public enum Scope {
        /// What they are known to have left.
        THEIR_OWN,
        /// Everything that differs from before.
        ALL
    }

    /// All checkpoints, the oldest first.
    public List<Checkpoint> list() throws IOException {
        return workspace.files().all();
    }

    /// The last turn that can be taken back; of a thread, when one is named.
    public Optional<Checkpoint> latest(Optional<String> thread) throws IOException {
        return list().reversed().stream()
                .filter(one -> one.kind() == Checkpoint.Kind.TURN && one.undone() == 0)
                .filter(one -> thread.isEmpty() || one.thread().equals(thread.get()))
                .filter(one -> !one.spans().isEmpty() || one.isCutOff())
                .findFirst();
    }

    /// This one and all later ones of its thread: the files as they were before it.
    public List<Checkpoint> since(Checkpoint first) throws IOException {
        return list().stream()
                .filter(one -> one.id() >= first.id() && one.thread().equals(first.thread()))
                .toList();
    }

    public Proposal propose(List<Checkpoint> checkpoints, Scope reach) throws IOException, InterruptedException {
        return workspace.alone(() -> new Proposal(checkpoints, plan(checkpoints, reach)));
    }

    private UndoPlan plan(List<Checkpoint> checkpoints, Scope reach) throws IOException, InterruptedException {
        var spans = new ArrayList<Map<String, UndoPlan.Change>>();
        var before = checkpoints.stream()
                .flatMap(one -> one.spans().stream())
                .map(Checkpoint.Span::before)
                .findFirst()
                .orElse("");
        if (reach == Scope.ALL) spans.add(workspace.changes(whole(checkpoints)));
        else {
            for (var one : checkpoints) for (var span : one.spans()) spans.add(workspace.changes(span));
        }
        var present = new TreeMap<String, FileMark>();
        for (var span : spans) {
            for (var path : span.keySet()) {
                if (!present.containsKey(path)) {
                    present.put(path, workspace.mark(path));
                }
            }
        }
        var plan = UndoPlan.of(spans, present);
        return before.isEmpty() ? plan : plan.keeping(workspace.ignoredIn(before, plan.removed()));
    }

    /// From before the first to what is on the disk now.
    private Checkpoint.Span whole(List<Checkpoint> checkpoints) throws IOException, InterruptedException {
        var now = workspace.picture().tree();
        for (var one : checkpoints) {
            if (!one.spans().isEmpty())
                return new Checkpoint.Span(one.spans().getFirst().before(), now);
            if (one.isCutOff()) return new Checkpoint.Span(one.open(), now);
        }
        return new Checkpoint.Span(now, now);
    }

    /// Does it: each file whole, and only while it still holds what was shown. What will have been
    /// done is written down first, so an undo that is cut off can be begun again or taken back.
    public Done run(Proposal shown) throws IOException, InterruptedException {
        return workspace.alone(() -> {
            var plan = shown.plan();
            if (plan.isEmpty()) return new Done(0, List.of(), plan.kept());
            var first = shown.checkpoints().getFirst();
            var before = workspace.picture();
            var after = workspace.treeWith(before.tree(), plan.restored());
            var undo = new Checkpoint(
                    workspace.files().next(),
                    Checkpoint.Kind.UNDO,
                    first.thread(),
                    first.turn(),
                    clock.instant(),
                    List.of(new Checkpoint.Span(before.tree(), after)),
                    "",
                    0,
                    before.left());
            workspace.files().write(undo);
            var kept = new ArrayList<>(plan.kept());
            var restored = new Restoring(workspace).run(plan, kept);
            mark(shown.checkpoints(), undo.id());
            return new Done(undo.id(), restored, kept);
        });
    }

    private void mark(List<Checkpoint> checkpoints, long undo) throws IOException {
        var current = new TreeMap<Long, Checkpoint>();
        for (var one : list()) current.put(one.id(), one);
        for (var one : checkpoints) {
            var now = current.get(one.id());
            if (now == null) continue;
            if (now.kind() == Checkpoint.Kind.UNDO) {
                // Its turns stand again.
                for (var other : current.values()) {
                    if (other.undone() == now.id()) workspace.files().write(other.undoneBy(0));
                }
            }
            workspace.files().write(now.undoneBy(undo));
        }
    }
}
