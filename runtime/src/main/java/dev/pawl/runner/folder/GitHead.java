package dev.pawl.runner.folder;

import dev.pawl.runner.FlowWorkspace.GitPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads which commit and branch a repository is on. Starts no git and writes nothing.
final class GitHead {
    private static final String REF = "ref: ";

    private GitHead() {}

    static GitPlace of(Path root) {
        for (var folder = root; folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            if (!Files.exists(git)) continue;
            try {
                return read(Files.isDirectory(git) ? git : linked(folder, git));
            } catch (IOException unreadable) {
                return new GitPlace("", "");
            }
        }
        return new GitPlace("", "");
    }

    /// A worktree or a submodule names its folder in a file.
    private static Path linked(Path folder, Path file) throws IOException {
        var text = SafeFile.read(file).orElse("").strip();
        return folder.resolve(text.replaceFirst("^gitdir:\\s*", "")).normalize();
    }

    private static GitPlace read(Path git) throws IOException {
        var head = SafeFile.read(git.resolve("HEAD")).orElse("").strip();
        if (!head.startsWith(REF)) return new GitPlace(head, "");
        var ref = head.substring(REF.length());
        var branch = ref.replaceFirst("^refs/heads/", "");
        var common = SafeFile.read(git.resolve("commondir"))
                .map(text -> git.resolve(text.strip()).normalize())
                .orElse(git);
        var loose = SafeFile.read(common.resolve(ref));
        if (loose.isPresent()) return new GitPlace(loose.get().strip(), branch);
        var packed = SafeFile.read(common.resolve("packed-refs")).orElse("");
        for (var line : packed.lines().toList())
            if (line.endsWith(" " + ref)) return new GitPlace(line.substring(0, line.indexOf(' ')), branch);
        return new GitPlace("", branch);
    }
}
