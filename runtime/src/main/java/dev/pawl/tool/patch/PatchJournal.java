package dev.pawl.tool.patch;

import dev.pawl.agent.Redaction;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.fence.Fence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a patch is about to do, written down before it does it. The note stays until the next patch
/// of the turn, or the turn's end, so that a call which is run again is recognised.
///
/// It lies in the folder that names the worker that may act: with the right goes the note, and a
/// worker that lost both cannot write it.
final class PatchJournal {
    private static final String KIND = "patch";
    private static final Redaction DISCREET = new Redaction(List.of());

    private final RunFolder folder;
    private final Fence fence;

    PatchJournal(ToolEnvironment toolEnvironment) {
        this.fence = toolEnvironment.fence();
        this.folder =
                fence.place().map(place -> RunFolder.in(place, toolEnvironment)).orElse(new RunFolder(toolEnvironment));
    }

    /// One file of a patch: `before` and `after` are hashes, empty for no file.
    ///
    /// @param draft   the name beside the target of the file to come, or of the one that goes
    /// @param earlier the names that workers before gave it, the oldest first
    record Intent(Path target, String draft, List<String> earlier, String before, String after) {
        Intent {
            earlier = List.copyOf(earlier);
        }

        /// Whether there is no file afterwards.
        boolean goes() {
            return after.isEmpty();
        }
    }

    /// `patch` is the hash of the text, because models reuse the ids of calls.
    record Note(String patch, List<Intent> intents, List<FileChange> changes, String summary) {
        Note {
            intents = List.copyOf(intents);
            changes = List.copyOf(changes);
        }
    }

    Note note(CallId call, String patch, PatchPlan plan) {
        var intents = new ArrayList<Intent>();
        for (var step : plan.steps()) {
            var before = Step.hash(step.before());
            var after = switch (step) {
                case Step.Write(var _, var _, var contents) -> Step.hash(Optional.of(contents));
                case Step.Remove _ -> "";
            };
            intents.add(new Intent(step.target(), draft(call, intents.size()), List.of(), before, after));
        }
        return new Note(hash(patch), intents, plan.changes(), plan.summary());
    }

    /// Whether the note's drafts bear this worker's names.
    boolean isOwn(CallId call, Note note) {
        return note.intents().isEmpty() || note.intents().getFirst().draft().equals(draft(call, 0));
    }

    /// The same note with this worker's names for the drafts.
    Note renamed(CallId call, Note note) {
        var intents = new ArrayList<Intent>();
        for (var intent : note.intents()) {
            var earlier = new ArrayList<>(intent.earlier());
            earlier.add(intent.draft());
            var draft = draft(call, intents.size());
            intents.add(new Intent(intent.target(), draft, earlier, intent.before(), intent.after()));
        }
        return new Note(note.patch(), intents, note.changes(), note.summary());
    }

    static String hash(String text) {
        return RunFolder.hash(text.getBytes(StandardCharsets.UTF_8));
    }

    private String draft(CallId call, int index) {
        return ".pawl-" + hash(call.value()).substring(0, 16) + "-" + index + "-" + fence.epoch() + ".tmp";
    }

    /// Writes the note, and forgets those of earlier calls: their results are on record by now.
    void write(CallId call, Note note) throws IOException {
        forget();
        rewrite(call, note);
    }

    /// Writes the note anew.
    void rewrite(CallId call, Note note) throws IOException {
        try {
            folder.write(folder.file(call, KIND), json(note));
        } catch (IOException cannot) {
            fence.check();
            throw cannot;
        }
    }

    Optional<Note> read(CallId call) {
        return folder.read(folder.file(call, KIND)).flatMap(PatchJournal::note);
    }

    /// The notes that lie in the folder of a worker, of whatever call.
    static List<Note> readAll(Path place) {
        var all = RunFolder.ofAll(place);
        return all.files(KIND).stream()
                .flatMap(file -> all.read(file).flatMap(PatchJournal::note).stream())
                .toList();
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
                        .with("draft", intent.draft())
                        .with("earlier", Json.strings(intent.earlier()))
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
                            intent.text("draft"),
                            intent.list("earlier").stream()
                                    .flatMap(name -> name.text().stream())
                                    .toList(),
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
