package dev.pawl.shell;

import java.util.Optional;

/// What one command of a script comes to, for people: a surface shows "read a.txt" instead of the
/// words. Nothing is decided by it.
public sealed interface CommandPart {
    String command();

    /// @param name the file, as short as it still says something
    /// @param path where it is
    record Read(String command, String name, String path) implements CommandPart {}

    record ListFiles(String command, Optional<String> path) implements CommandPart {}

    record Search(String command, Optional<String> query, Optional<String> path) implements CommandPart {}

    record Unknown(String command) implements CommandPart {}
}
