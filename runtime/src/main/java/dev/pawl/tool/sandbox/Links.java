package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import dev.pawl.tool.sandbox.boundary.NewRepositories;
import dev.pawl.tool.sandbox.boundary.SandboxBoundary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/// Protected names that are symbolic links, as they were before a command: nothing can be mounted
/// over a link, so a link that was replaced is put back when the command has ended.
record Links(Map<Path, Path> targets) {
    static Links of(Collection<Path> links) {
        var targets = new LinkedHashMap<Path, Path>();
        for (var link : links) {
            try {
                targets.put(link, Files.readSymbolicLink(link));
            } catch (IOException gone) {
                // Nothing to put back.
            }
        }
        return new Links(targets);
    }

    void putBack() {
        targets.forEach((link, target) -> {
            // By the folder as it is: a link that is swapped in on the way leads nowhere.
            try (var folder = Descriptor.open(link.resolveSibling(""))) {
                var entry = folder.at(link.getFileName().toString());
                if (Files.isSymbolicLink(entry) && Files.readSymbolicLink(entry).equals(target)) return;
                // What lies there now is kept, under a name that nothing reads.
                if (SandboxBoundary.isThere(entry)) NewRepositories.putAside(entry);
                Files.createSymbolicLink(entry, target);
            } catch (IOException cannot) {
                // The folder may be gone altogether, and the link with it.
            }
        });
    }
}
