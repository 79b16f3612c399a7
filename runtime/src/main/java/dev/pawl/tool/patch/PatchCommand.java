package dev.pawl.tool.patch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A patch that came as a command line for a shell.
///
/// Only a script that is nothing but `apply_patch <<'EOF' … EOF`, perhaps after one `cd`, is taken:
/// anything more is the shell's business.
public sealed interface PatchCommand {
    /// `folder` is where a leading `cd` leads, empty without one.
    record Explicit(String patch, String folder) implements PatchCommand {}

    /// A patch where a command was expected.
    record Bare() implements PatchCommand {}

    Set<String> SHELLS = Set.of("bash", "zsh", "sh");
    /// One word after `cd`: in single quotes, in double quotes without anything to expand, or bare.
    String FOLDER = "(?:'([^'\\n]*)'|\"([^\"$`\\\\\\n]*)\"|((?![-~#!])[^\\s'\"$`\\\\;&|<>()*?\\[\\]{}]+))";

    Pattern HEREDOC = Pattern.compile("\\s*(?:cd[ \\t]+" + FOLDER + "[ \\t]*&&[ \\t]*)?"
            + "(?:apply_patch|applypatch)[ \\t]*<<[ \\t]*(?:'(\\w+)'|\"(\\w+)\"|(\\w+))[ \\t]*\\n");

    /// @param argv a shell, `-lc` or `-c`, and a script
    static Optional<PatchCommand> in(List<String> argv) {
        if (argv.size() != 3 || !Set.of("-lc", "-c").contains(argv.get(1))) return Optional.empty();
        var shell = argv.getFirst();
        if (!SHELLS.contains(shell.substring(shell.lastIndexOf('/') + 1))) return Optional.empty();
        var script = argv.get(2);
        if (!script.contains("*** Begin Patch")) return Optional.empty();
        return isPatch(script) ? Optional.of(new Bare()) : heredoc(script);
    }

    private static boolean isPatch(String script) {
        try {
            PatchText.parse(script);
            return true;
        } catch (BadPatch notAPatch) {
            return false;
        }
    }

    private static Optional<PatchCommand> heredoc(String script) {
        var start = HEREDOC.matcher(script);
        if (!start.lookingAt()) return Optional.empty();
        var end = first(start.group(4), start.group(5), start.group(6));
        var lines = script.substring(start.end()).split("\n", -1);
        var body = new StringBuilder();
        for (var i = 0; i < lines.length; i++) {
            if (!lines[i].equals(end)) {
                body.append(lines[i]).append('\n');
                continue;
            }
            for (var j = i + 1; j < lines.length; j++) {
                if (!lines[j].isBlank()) return Optional.empty();
            }
            var folder = first(start.group(1), start.group(2), start.group(3));
            return Optional.of(new Explicit(body.toString(), folder));
        }
        return Optional.empty();
    }

    private static String first(@Nullable String... groups) {
        for (var group : groups) {
            if (group != null) return group;
        }
        return "";
    }
}
