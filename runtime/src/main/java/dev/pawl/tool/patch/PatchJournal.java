package dev.pawl.tool.patch;

import dev.pawl.agent.Redaction;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.Workplace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a patch is about to do, written down before it does it. The note stays until the next patch
/// of the thread, so that a call which is run again is recognised.
final class PatchJournal {
    private static final String KIND = "patch";
    private static final Redaction DISCREET = new Redaction(List.of());

    private final RunFolder folder;

    PatchJournal(Workplace workplace) {
        this.folder = new RunFolder(workplace);
    }

    /// One file of a patch: `temporary` is empty for a file that goes, `before` and `after` are
    /// hashes, empty for no file.
    record Intent(Path target, String temporary, String before, String after) {}

    /// `patch` is the hash of the text, because models reuse the ids of calls.
    record Note(String patch, List<Intent> intents, List<FileChange> changes, String summary) {
        Note {
            intents = List.copyOf(intents);
            changes = List.copyOf(changes);
        }
    }

    static Note note(CallId call, String patch, PatchPlan plan) {
        var intents = new ArrayList<Intent>();
        for (var step : plan.steps()) {
            var before = Step.hash(step.before());
            intents.add(
                    switch (step) {
                        case Step.Write(var target, var _, var after) ->
                            new Intent(target, temporary(call, intents.size()), before, Step.hash(Optional.of(after)));
                        case Step.Remove(var target, var _) -> new Intent(target, "", before, "");
                    });
        }
        return new Note(hash(patch), intents, plan.changes(), plan.summary());
    }

    static String hash(String text) {
        return RunFolder.hash(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String temporary(CallId call, int index) {
        return ".pawl-" + hash(call.value()).substring(0, 16) + "-" + index + ".tmp";
    }

    /// Writes the note, and forgets those of earlier calls: their results are on record by now.
    void write(CallId call, Note note) throws IOException {
        forget();
        folder.write(folder.file(call, KIND), json(note));
    }

    Optional<Note> read(CallId call) {
        return folder.read(folder.file(call, KIND)).flatMap(PatchJournal::note);
    }

    void delete(CallId call) {
        folder.delete(folder.file(call, KIND));
    }

    /// Removes the notes of all calls.
    void forget() {
        folder.files(KIND).forEach(folder::delete);
    }

    private static Json json(Note note) {
        var intents = note.intents().stream()
                .map(intent -> Json.object()
                        .with("path", intent.target().toString())
                        .with("temporary", intent.temporary())
                        .with("before", intent.before())
                        .with("after", intent.after()))
                .toList();
        var changes = note.changes().stream()
                .map(change -> Json.object()
                        .with("path", change.path())
                        .with("kind", change.kind().name().toLowerCase(Locale.ROOT))
                        .with("moved_to", change.movedTo())
                        // The note outlives the turn; secrets around an edit need not.
                        .with("diff", DISCREET.of(change.diff())))
                .toList();
        return Json.object()
                .with("patch", note.patch())
                .with("intents", Json.array(intents))
                .with("changes", Json.array(changes))
                .with("summary", note.summary());
    }

    private static Optional<Note> note(Json json) {
        try {
            var intents = json.list("intents").stream()
                    .map(intent -> new Intent(
                            Path.of(intent.text("path")),
                            intent.text("temporary"),
                            intent.text("before"),
                            intent.text("after")))
                    .toList();
            var changes = json.list("changes").stream()
                    .map(change -> new FileChange(
                            change.text("path"),
                            FileChange.Kind.valueOf(change.text("kind").toUpperCase(Locale.ROOT)),
                            change.text("moved_to"),
                            change.text("diff")))
                    .toList();
            return Optional.of(new Note(json.text("patch"), intents, changes, json.text("summary")));
        } catch (BadJson | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }
}
