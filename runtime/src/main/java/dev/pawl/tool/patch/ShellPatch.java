package dev.pawl.tool.patch;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail.FileChange;
import dev.pawl.id.CallId;
import dev.pawl.tool.ToolEnvironment;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// `apply_patch` for somebody at a shell: the tool's code, without a turn around it.
///
/// One at a time for each home: whoever comes next knows that a note which is still there belongs
/// to a process that died, and brings its patch to an end first.
public final class ShellPatch implements AutoCloseable {
    private static final CallId CALL = new CallId("shell");

    private final ToolEnvironment toolEnvironment;
    private final FileChannel file;
    private final FileLock lock;

    /// What came of it.
    public sealed interface Result {
        /// @param summary Codex's lines: `A path`, `M path`, `D path`
        record Applied(String summary, List<FileChange> changes) implements Result {
            public Applied {
                changes = List.copyOf(changes);
            }
        }

        /// Nothing was changed.
        record Failed(String why) implements Result {}
    }

    private ShellPatch(ToolEnvironment toolEnvironment, FileChannel file, FileLock lock) {
        this.toolEnvironment = toolEnvironment;
        this.file = file;
        this.lock = lock;
    }

    /// Waits until no other patch of the same home is under way.
    public static ShellPatch open(ToolEnvironment toolEnvironment) throws IOException {
        var folder = toolEnvironment.runFolder();
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        var file = FileChannel.open(
                folder.resolve("apply-patch.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return new ShellPatch(toolEnvironment, file, file.lock());
    }

    /// Finishes or undoes what a patch left whose process died.
    public PatchRecovery.Recovered settle() throws IOException {
        var recovered = new PatchRecovery(toolEnvironment).recover(CALL);
        new PatchJournal(toolEnvironment).delete(CALL);
        return recovered;
    }

    public Result apply(String patch) {
        try {
            var hunks = PatchText.parse(patch);
            if (hunks.isEmpty()) return new Result.Failed("No files were modified.");
            var files = new GuardedFiles(toolEnvironment.confinement());
            for (var target : PatchPlanner.targets(hunks, toolEnvironment.cwd())) {
                if (!files.mayWrite(target)) return new Result.Failed(outside(target));
                if (files.isProtected(target)) return new Result.Failed(guarded(target));
            }
            var note = new ApplyPatch(toolEnvironment).apply(CALL, patch, toolEnvironment.cwd(), RunMode.CONFINED);
            new PatchJournal(toolEnvironment).delete(CALL);
            return new Result.Applied(note.summary(), note.changes());
        } catch (BadPatch wrong) {
            return new Result.Failed(wrong.spoken());
        } catch (ApplyPatch.Refused refused) {
            return new Result.Failed(String.valueOf(refused.getMessage()));
        } catch (IOException cannot) {
            return new Result.Failed("Failed to write files: " + PatchPlanner.why(cannot));
        }
    }

    private String outside(Path target) {
        return target + " is outside of " + toolEnvironment.cwd() + "; --add-dir DIR allows another folder";
    }

    private static String guarded(Path target) {
        return target + " is protected, because it steers what runs later; --protected changes it all the same";
    }

    @Override
    public void close() throws IOException {
        try (file) {
            lock.release();
        }
    }
}
