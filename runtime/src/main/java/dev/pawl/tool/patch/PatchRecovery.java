package dev.pawl.tool.patch;

import dev.pawl.id.CallId;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.patch.PatchJournal.Intent;
import dev.pawl.tool.patch.PatchJournal.Note;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Brings a patch whose process died to its end: finished if all its new files had been made,
/// undone if not, because then nothing had been replaced yet.
public final class PatchRecovery {
    private final PatchJournal journal;
    private final GuardedFiles files;

    public PatchRecovery(Workplace workplace) {
        this.journal = new PatchJournal(workplace);
        // What was begun was allowed, also outside the workspace.
        this.files = new GuardedFiles(workplace.freed());
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
        return found.isEmpty() ? new Recovered.Nothing() : recover(call, found.get());
    }

    private Recovered recover(CallId call, Note note) throws IOException {
        var ready = true;
        var begun = false;
        for (var intent : note.intents()) {
            var there = hash(intent).equals(intent.after());
            begun |= there && !intent.before().equals(intent.after());
            ready &= there || intent.temporary().isEmpty() || isStaged(intent);
        }
        return ready || begun ? finish(note) : undo(call, note);
    }

    /// Files are put into their places only after all were ready. So if one is not, and none is in
    /// its place, then none was put anywhere.
    private Recovered undo(CallId call, Note note) throws IOException {
        for (var intent : note.intents()) discard(intent);
        journal.delete(call);
        return new Recovered.Undone();
    }

    private Recovered finish(Note note) throws IOException {
        var disputed = new ArrayList<String>();
        for (var intent : note.intents()) {
            if (finish(intent)) continue;
            discard(intent);
            disputed.add(intent.target().toString());
        }
        return disputed.isEmpty() ? new Recovered.Finished() : new Recovered.Disputed(disputed);
    }

    private boolean finish(Intent intent) throws IOException {
        var now = hash(intent);
        if (now.equals(intent.after())) return true;
        if (!now.equals(intent.before())) return false;
        if (intent.temporary().isEmpty()) {
            files.delete(intent.target());
            return true;
        }
        if (!isStaged(intent)) return false;
        files.commit(intent.target(), intent.temporary());
        return true;
    }

    private boolean isStaged(Intent intent) throws IOException {
        var beside = intent.target().resolveSibling(intent.temporary());
        return Step.hash(files.read(beside)).equals(intent.after());
    }

    private void discard(Intent intent) throws IOException {
        if (!intent.temporary().isEmpty()) files.discard(intent.target(), intent.temporary());
    }

    private String hash(Intent intent) throws IOException {
        return Step.hash(files.read(intent.target()));
    }
}
