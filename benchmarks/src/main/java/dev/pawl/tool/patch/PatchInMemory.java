package dev.pawl.tool.patch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a patch and matches it against files that are only in memory, by the tool's own parser and
/// matcher.
public final class PatchInMemory {
    private PatchInMemory() {}

    /// All files afterwards; nothing when the patch is refused as a patch may be.
    public static Optional<Map<String, String>> apply(String patch, Map<String, String> files) {
        try {
            var after = new HashMap<>(files);
            for (var hunk : PatchText.parse(patch)) {
                switch (hunk) {
                    case Hunk.Add(var path, var contents) -> after.put(path, contents);
                    case Hunk.Delete(var path) -> {
                        if (after.remove(path) == null) return Optional.empty();
                    }
                    case Hunk.Update(var path, var moveTo, var chunks) -> {
                        var before = after.remove(path);
                        if (before == null) return Optional.empty();
                        after.put(moveTo.isEmpty() ? path : moveTo, Update.apply(before, chunks, path));
                    }
                }
            }
            return Optional.of(after);
        } catch (BadPatch refused) {
            return Optional.empty();
        }
    }

    /// The command line of a shell, as the tool would take it; whatever it is, no crash.
    public static boolean isPatchCommand(String script) {
        return PatchCommand.in(List.of("bash", "-lc", script)).isPresent();
    }

    /// The tool's own diff of two texts.
    public static String diff(String before, String after) {
        return UnifiedDiff.between(before, after);
    }
}
