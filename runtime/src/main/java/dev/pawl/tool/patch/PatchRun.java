package dev.pawl.tool.patch;

import dev.pawl.tool.patch.PatchJournal.Intent;
import dev.pawl.tool.patch.PatchJournal.Note;
import java.io.IOException;

/// Does what a plan says, all of it or nothing. New files are made beside their targets first, then
/// put into their places one by one; if one of these moves fails, those before it are taken back.
/// A worker that has lost its turn meanwhile leaves everything as it is.
final class PatchRun {
    private final FencedFiles files;

    PatchRun(FencedFiles files) {
        this.files = files;
    }

    void apply(PatchPlan plan, Note note) throws IOException {
        try {
            stage(plan, note);
        } catch (IOException cannot) {
            discard(note);
            throw cannot;
        }
        var done = 0;
        try {
            for (; done < plan.steps().size(); done++) {
                var intent = note.intents().get(done);
                if (intent.goes()) files.remove(intent, intent.before());
                else files.commit(intent);
            }
        } catch (IOException cannot) {
            takeBack(plan, note, done, cannot);
            discard(note);
            throw cannot;
        }
    }

    private void stage(PatchPlan plan, Note note) throws IOException {
        for (var i = 0; i < plan.steps().size(); i++) {
            if (plan.steps().get(i) instanceof Step.Write(var _, var _, var after)) {
                files.stage(note.intents().get(i), after);
            }
        }
    }

    private void discard(Note note) throws IOException {
        for (var intent : note.intents()) files.discard(intent);
    }

    private void takeBack(PatchPlan plan, Note note, int done, IOException why) {
        for (var i = done - 1; i >= 0; i--) {
            try {
                takeBack(plan.steps().get(i), note.intents().get(i));
            } catch (IOException alsoThis) {
                why.addSuppressed(alsoThis);
            }
        }
    }

    /// Only what the patch made of it: what was changed since is another's work.
    private void takeBack(Step step, Intent intent) throws IOException {
        if (!files.hash(intent).equals(intent.after())) {
            throw new IOException(intent.target() + " was changed meanwhile and is left as it is");
        }
        if (step.before().isEmpty()) {
            files.remove(intent, intent.after());
            return;
        }
        files.stage(intent, step.before().get());
        files.commit(intent);
    }
}
