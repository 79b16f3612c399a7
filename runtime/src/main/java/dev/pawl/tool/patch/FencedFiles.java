package dev.pawl.tool.patch;

import dev.pawl.tool.fence.Fence;
import dev.pawl.tool.patch.PatchJournal.Intent;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/// Changes files for as long as the right to act is held, and not one more.
///
/// A new file is made beside its target under a name with the worker's number, then the right is
/// looked at, then it is moved into place. Whoever takes the right first takes these files away, by
/// names that the note holds: so a worker that was stopped behind its look finds nothing to move. A
/// file that goes is moved aside first, looked at, and put back if it was not for this worker to
/// remove.
///
/// Every method throws [dev.pawl.kernel.LostGate] when the right is lost; nothing is taken back
/// then.
final class FencedFiles {
    private final GuardedFiles files;
    private final Fence fence;

    FencedFiles(GuardedFiles files, Fence fence) {
        this.files = files;
        this.fence = fence;
    }

    Optional<Contents> read(Intent intent) throws IOException {
        return files.read(intent.target());
    }

    String hash(Intent intent) throws IOException {
        return Step.hash(read(intent));
    }

    /// What the draft holds that can be moved into place; empty for none.
    String stagedHash(Intent intent) throws IOException {
        return Step.hash(files.read(intent.target().resolveSibling(intent.draft())));
    }

    /// Makes the draft. While the right is held when it is there, a successor will find it.
    void stage(Intent intent, Contents contents) throws IOException {
        fence.check();
        files.stage(intent.target(), intent.draft(), contents);
        if (fence.holds()) return;
        files.discard(intent.target(), intent.draft());
        fence.check();
    }

    /// Puts the draft into the target's place.
    void commit(Intent intent) throws IOException {
        try {
            files.commit(intent.target(), intent.draft());
        } catch (IOException cannot) {
            fence.check();
            throw cannot;
        }
    }

    /// Removes the target if it is what it was known as.
    ///
    /// @throws IOException when it is something else by now, or not there
    void remove(Intent intent, String known) throws IOException {
        fence.check();
        var target = intent.target();
        files.moveAside(target, intent.draft());
        var held = fence.holds();
        var same = stagedHash(intent).equals(known);
        if (held && same) {
            files.discard(target, intent.draft());
            return;
        }
        // By now there may be a newer one in its place, and that stays.
        if (files.read(target).isEmpty()) putBack(intent);
        else files.discard(target, intent.draft());
        fence.check();
        throw new IOException(target + " was changed meanwhile");
    }

    private void putBack(Intent intent) throws IOException {
        try {
            files.commit(intent.target(), intent.draft());
        } catch (NoSuchFileException taken) {
            // A successor has cleared it away: the file was to go.
        }
    }

    void discard(Intent intent) throws IOException {
        files.discard(intent.target(), intent.draft());
    }

    /// Takes what earlier workers staged under names of their own; they cannot move it any more.
    /// The oldest name first: a worker that is just doing the same moves from older to newer ones.
    void take(Intent intent, List<String> earlier) throws IOException {
        for (var name : earlier) {
            if (files.rename(intent.target(), name, intent.draft())) fence.check();
        }
    }
}
