package dev.pawl.runner.folder;

import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// `active_context.md` of a workspace: written after the journal, read back for the edits of
/// people. The journal is the truth: a file that cannot be read is put aside and written anew.
public final class ActiveContextFile {
    /// How often the journal may move on while the file is written; the next change writes again.
    private static final int ROUNDS = 20;

    private final Path root;
    private final Path file;
    private final InstantSource clock;
    private final Consumer<String> warnings;

    public ActiveContextFile(Path root, InstantSource clock, Consumer<String> warnings) {
        this.root = root;
        this.file = root.resolve(".agent/memory/active_context.md");
        this.clock = clock;
        this.warnings = warnings;
    }

    public Path path() {
        return file;
    }

    /// The state a person has written into the file since the journal's revision; empty when the
    /// file says what the journal says.
    public Optional<WorkflowState> editedState(Workflow flow) throws IOException {
        var text = SafeFile.read(file);
        if (text.isEmpty()) return Optional.empty();
        var reading = ActiveContext.read(text.get());
        if (reading.isEmpty() || reading.get().revision() != flow.revision()) return Optional.empty();
        return Optional.of(reading.get().state()).filter(state -> state != flow.state());
    }

    /// Brings the file up to the journal. Whether there was something to do.
    ///
    /// @param journal reads the workflow as it is now
    public boolean repair(Supplier<Workflow> journal) throws IOException {
        var flow = journal.get();
        var text = SafeFile.read(file);
        if (text.isEmpty() && flow.id().isEmpty()) return false;
        if (text.isPresent() && ActiveContext.isOfANewerVersion(text.get())) return false;
        var reading = text.flatMap(ActiveContext::read);
        var isCurrent = reading.isPresent()
                && reading.get().revision() == flow.revision()
                && reading.get().state() == flow.state();
        if (!isCurrent) save(journal);
        return !isCurrent;
    }

    private void putAside(String text) throws IOException {
        var stamp = clock.instant().toString().replaceAll("[^0-9TZ]", "");
        var aside = file.resolveSibling("active_context.corrupt-" + stamp + ".md");
        SafeFile.write(root, aside, text);
        Files.deleteIfExists(file);
        warnings.accept("active_context.md could not be read: it is kept as " + aside.getFileName()
                + ", and a new one was written from the journal");
    }

    /// Writes what the journal says. Any number of processes may do so at once: each reads the
    /// journal again after it has written, so that the last one to write leaves the newest state.
    ///
    /// @param journal reads the workflow as it is now
    public void save(Supplier<Workflow> journal) throws IOException {
        var flow = journal.get();
        for (int round = 0; round < ROUNDS; round++) {
            var earlier = SafeFile.read(file);
            if (earlier.isPresent() && ActiveContext.isOfANewerVersion(earlier.get())) {
                warnings.accept("active_context.md was written by a newer version: it is left as it is");
                return;
            }
            var isWritten = write(earlier, flow);
            var now = journal.get();
            if (isWritten && now.revision() == flow.revision()) return;
            flow = now;
        }
    }

    /// False when the file is another one by now: a person saved it in between.
    private boolean write(Optional<String> earlier, Workflow flow) throws IOException {
        if (earlier.isEmpty()) keepOutOfGit();
        var usable = earlier.filter(text -> ActiveContext.read(text).isPresent());
        var next = ActiveContext.write(usable.orElse(""), flow, clock.instant());
        if (!SafeFile.read(file).equals(earlier)) return false;
        if (earlier.isPresent() && usable.isEmpty()) putAside(earlier.get());
        if (usable.isPresent()) SafeFile.write(root, file.resolveSibling("active_context.md.bak"), usable.get());
        SafeFile.write(root, file, next);
        return true;
    }

    /// By a file of its own: the user's ignore files stay as they are.
    private void keepOutOfGit() throws IOException {
        var ignore = file.resolveSibling(".gitignore");
        if (!Files.exists(ignore, LinkOption.NOFOLLOW_LINKS)) SafeFile.write(root, ignore, "*\n");
    }
}
