package dev.pawl.tui.show;

import dev.pawl.shell.ShellWords;
import java.util.Optional;

/// A command as a person would type it: without the shell that runs it.
public final class CommandText {
    private CommandText() {}

    public static String typed(String command) {
        var from = command.indexOf(" -lc ");
        if (from < 0) from = command.indexOf(" -c ");
        if (from < 0 || !isShell(command.substring(0, from))) return command;
        return inner(command.substring(command.indexOf('c', from + 1) + 2)).orElse(command);
    }

    private static boolean isShell(String program) {
        var name = program.substring(program.lastIndexOf('/') + 1);
        return name.equals("bash") || name.equals("sh") || name.equals("zsh");
    }

    /// Of one quoted word what is in it.
    private static Optional<String> inner(String word) {
        return ShellWords.split(word).filter(words -> words.size() == 1).map(words -> words.getFirst());
    }
}
