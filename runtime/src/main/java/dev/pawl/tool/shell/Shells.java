package dev.pawl.tool.shell;

import dev.pawl.tool.BadArguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Which programs may be named as a shell. Another program would do with the words of a command
/// whatever it likes, and a file of that name in another folder may be anything.
final class Shells {
    private static final Set<String> NAMES = Set.of("bash", "sh", "zsh", "dash", "ash", "ksh", "mksh", "fish");
    private static final List<String> FOLDERS = List.of("/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/");

    private Shells() {}

    /// The program for a name or path as the model wrote it.
    ///
    /// @param own the user's own shell
    static String program(String wanted, String own) throws BadArguments {
        if (wanted.equals(own)) return own;
        var name = wanted.substring(wanted.lastIndexOf('/') + 1);
        var folder = wanted.substring(0, wanted.length() - name.length());
        if (!NAMES.contains(name) || !(folder.isEmpty() || FOLDERS.contains(folder))) {
            throw new BadArguments("exec_command failed: `" + wanted + "` is not a known shell. Leave `shell` out to"
                    + " use the user's own (" + own + "), or name bash, sh, zsh, dash, ksh or fish");
        }
        if (!folder.isEmpty()) return wanted;
        return FOLDERS.stream()
                .map(place -> place + name)
                .filter(program -> Files.isExecutable(Path.of(program)))
                .findFirst()
                .orElse(FOLDERS.getFirst() + name);
    }
}
