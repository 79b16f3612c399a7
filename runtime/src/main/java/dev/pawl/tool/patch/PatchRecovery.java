package dev.pawl.tool.patch;

import dev.pawl.id.CallId;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.fence.HeldFence;
import dev.pawl.tool.patch.PatchJournal.Intent;
import dev.pawl.tool.patch.PatchJournal.Note;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Brings a patch whose process died, or lost its turn, to its end: finished if all its new files
/// had been made, undone if not, because then nothing had been replaced yet. For the worker that
/// holds the turn now: it takes the new files first, so that the earlier one cannot go on.
public final class PatchRecovery {
    private final PatchJournal journal;
    private final FencedFiles files;

    public PatchRecovery(ToolEnvironment toolEnvironment) {
        // What was begun was allowed, also outside the workspace.
        this(
                new PatchJournal(toolEnvironment),
                new FencedFiles(new GuardedFiles(toolEnvironment.freed()), toolEnvironment.fence()));
    }

    private PatchRecovery(PatchJournal journal, FencedFiles files) {
        this.journal = journal;
        this.files = files;
    }

    /// What became of the patch.
    public sealed interface Recovered {
        /// No patch of the call was under way.
        record Nothing() implements Recovered {}

        /// It is done, now or before already.
        record Finished() implements Recovered {}

        /// None of it is done.
        record Undone() implements Recovered {}

        /// Someone changed these files meanwhile; they were left alone, the others are done.
        record Disputed(List<String> paths) implements Recovered {
            public Disputed {
                paths = List.copyOf(paths);
            }
        }
    }

    /// Looks at the call's note and at the files, and acts. May be called again and again.
    public Recovered recover(CallId call) throws IOException {
        var found = journal.read(call);
        return found.isEmpty() ? new Recovered.Nothing() : recover(call, taken(call, found.get()));
    }

    /// Brings patches in this folder to their end that killed processes left, of other threads
    /// too: a project is not left half-patched, with drafts among its files, until the thread goes
    /// on. The notes stay for the thread's next worker, which finds everything done. Should it
    /// begin right now, it takes the drafts by renaming them; what it has not taken is done here.
    public static void settleAbandoned(ToolEnvironment toolEnvironment) {
        var files = new FencedFiles(new GuardedFiles(toolEnvironment.freed()), Fence.none());
        var recovery = new PatchRecovery(new PatchJournal(toolEnvironment), files);
        for (var place : HeldFence.abandoned(toolEnvironment.runFolder())) {
            for (var note : PatchJournal.readAll(place)) {
                try {
                    if (isIn(toolEnvironment.cwd(), note)) recovery.settle(note);
                } catch (IOException unreadable) {
                    // The thread's own worker says what is wrong.
                }
            }
        }
    }

    private static boolean isIn(Path folder, Note note) {
        return note.intents().stream().anyMatch(intent -> intent.target().startsWith(folder));
    }

    private void settle(Note note) throws IOException {
        if (isReadyOrBegun(note)) finish(note);
        else for (var intent : note.intents()) files.discard(intent);
    }

    /// The note names our drafts before there is one.
    private Note taken(CallId call, Note note) throws IOException {
        if (journal.isOwn(call, note)) return note;
        var own = journal.renamed(call, note);
        journal.rewrite(call, own);
        for (var i = 0; i < own.intents().size(); i++) {
            var intent = own.intents().get(i);
            files.take(intent, intent.earlier());
        }
        return own;
    }

    private Recovered recover(CallId call, Note note) throws IOException {
        return isReadyOrBegun(note) ? finish(note) : undo(call, note);
    }

    private boolean isReadyOrBegun(Note note) throws IOException {
        var ready = true;
        var begun = false;
        for (var intent : note.intents()) {
            var there = files.hash(intent).equals(intent.after());
            begun |= there && !intent.before().equals(intent.after());
            ready &= there || intent.goes() || isStaged(intent);
        }
        return ready || begun;
    }

    /// Files are put into their places only after all were ready. So if one is not, and none is in
    /// its place, then none was put anywhere.
    private Recovered undo(CallId call, Note note) throws IOException {
        for (var intent : note.intents()) files.discard(intent);
        journal.delete(call);
        return new Recovered.Undone();
    }

    private Recovered finish(Note note) throws IOException {
        var disputed = new ArrayList<String>();
        for (var intent : note.intents()) {
            if (!finish(intent)) disputed.add(intent.target().toString());
            files.discard(intent);
        }
        return disputed.isEmpty() ? new Recovered.Finished() : new Recovered.Disputed(disputed);
    }

    private boolean finish(Intent intent) throws IOException {
        var now = files.hash(intent);
        if (now.equals(intent.after())) return true;
        if (!now.equals(intent.before())) return false;
        if (intent.goes()) {
            files.remove(intent, intent.before());
            return true;
        }
        if (!isStaged(intent)) return false;
        files.commit(intent);
        return true;
    }

    private boolean isStaged(Intent intent) throws IOException {
        return files.stagedHash(intent).equals(intent.after());
    }
}
