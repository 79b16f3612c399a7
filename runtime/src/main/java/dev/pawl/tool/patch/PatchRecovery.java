package dev.pawl.tool.patch;

import dev.pawl.id.CallId;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.patch.PatchJournal.Intent;
import dev.pawl.tool.patch.PatchJournal.Note;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Brings a patch whose process died to its end: finished if all its new files had been made, undone
/// if not. Nothing had been replaced then.
public final class PatchRecovery {
    private final PatchJournal journal;
    private final GuardedFiles files;

    public PatchRecovery(Workplace workplace) {
        this.journal = new PatchJournal(workplace);
        this.files = new GuardedFiles(workplace.writable());
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
        if (!isStaged(note)) {
            for (var intent : note.intents()) {
                if (!intent.temporary().isEmpty()) files.discard(intent.target(), intent.temporary());
            }
            journal.delete(call);
            return new Recovered.Undone();
        }
        var disputed = new ArrayList<String>();
        for (var intent : note.intents()) {
            if (!finish(intent)) disputed.add(intent.target().toString());
        }
        return disputed.isEmpty() ? new Recovered.Finished() : new Recovered.Disputed(disputed);
    }

    /// Whether each new file is either in its place or ready beside it. Files are put into their
    /// places only after all were ready, so if one is neither, none was put anywhere.
    private boolean isStaged(Note note) throws IOException {
        for (var intent : note.intents()) {
            if (intent.temporary().isEmpty() || hash(intent).equals(intent.after())) continue;
            var beside = intent.target().resolveSibling(intent.temporary());
            if (!Step.hash(files.read(beside)).equals(intent.after())) return false;
        }
        return true;
    }

    private boolean finish(Intent intent) throws IOException {
        var now = hash(intent);
        if (now.equals(intent.after())) return true;
        if (!now.equals(intent.before())) {
            if (!intent.temporary().isEmpty()) files.discard(intent.target(), intent.temporary());
            return false;
        }
        if (intent.temporary().isEmpty()) files.delete(intent.target());
        else files.commit(intent.target(), intent.temporary());
        return true;
    }

    private String hash(Intent intent) throws IOException {
        return Step.hash(files.read(intent.target()));
    }
}
