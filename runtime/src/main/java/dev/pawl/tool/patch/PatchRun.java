package dev.pawl.tool.patch;

import dev.pawl.tool.patch.PatchJournal.Note;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Does what a plan says, all of it or nothing. New files are made beside their targets first, then
/// put into their places one by one; if one of these moves fails, those before it are taken back.
final class PatchRun {
    private final GuardedFiles files;

    PatchRun(GuardedFiles files) {
        this.files = files;
    }

    void apply(PatchPlan plan, Note note) throws IOException {
        try {
            stage(plan, note);
        } catch (IOException cannot) {
            discard(note);
            throw cannot;
        }
        var done = new ArrayList<Step>();
        try {
            for (var i = 0; i < plan.steps().size(); i++) {
                var step = plan.steps().get(i);
                switch (step) {
                    case Step.Write write ->
                        files.commit(write.target(), note.intents().get(i).temporary());
                    case Step.Remove remove -> files.delete(remove.target());
                }
                done.add(step);
            }
        } catch (IOException cannot) {
            takeBack(done, cannot);
            discard(note);
            throw cannot;
        }
    }

    private void stage(PatchPlan plan, Note note) throws IOException {
        for (var i = 0; i < plan.steps().size(); i++) {
            if (plan.steps().get(i) instanceof Step.Write(var target, var _, var after)) {
                files.stage(target, note.intents().get(i).temporary(), after);
            }
        }
    }

    private void discard(Note note) throws IOException {
        for (var intent : note.intents()) {
            if (!intent.temporary().isEmpty()) files.discard(intent.target(), intent.temporary());
        }
    }

    private void takeBack(List<Step> done, IOException why) {
        for (var step : done.reversed()) {
            try {
                if (step.before().isPresent()) restore(step, step.before().get());
                else files.delete(step.target());
            } catch (IOException alsoThis) {
                why.addSuppressed(alsoThis);
            }
        }
    }

    private void restore(Step step, Contents before) throws IOException {
        var temporary = ".pawl-back.tmp";
        files.stage(step.target(), temporary, before);
        files.commit(step.target(), temporary);
    }
}
