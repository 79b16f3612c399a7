package dev.pawl.tool;

import dev.pawl.tool.sandbox.boundary.Confinement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One text of several, from which they can be read off again: no two lists have the same.
public final class Fingerprint {
    private Fingerprint() {}

    public static String of(List<String> parts) {
        var print = new StringBuilder();
        for (var part : parts)
            print.append(part.length()).append(':').append(part).append('\n');
        return print.toString();
    }

    /// What a command may touch: a yes was given for that too.
    public static String of(Confinement confinement) {
        var parts = new ArrayList<String>();
        parts.add(confinement.mode().name());
        parts.add(confinement.network().name());
        for (var roots : List.of(confinement.projects(), confinement.scratch())) {
            parts.add(of(roots.stream().map(root -> root.named().toString()).toList()));
        }
        parts.add(of(confinement.hidden().stream().map(Path::toString).toList()));
        return of(parts);
    }
}
