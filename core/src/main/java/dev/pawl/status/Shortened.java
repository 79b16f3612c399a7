package dev.pawl.status;

import dev.pawl.shell.PlainCommands;
import dev.pawl.shell.ShellWords;
import java.util.List;
/// Text that fits a line.

final class Shortened {
    private static final int COMMAND_SHOWN = 80;

    private Shortened() {}

    /// A command as a person would type it: what a shell is given to run, without the shell.
    static String command(String text) {
        var shell = text.contains("sh -lc '") ? "sh -lc '" : "sh -c '";
        int inner = text.indexOf(shell);
        var wrapped = inner >= 0 && text.indexOf(' ') == inner + 2 && text.length() > inner + shell.length();
        if (!wrapped || !text.endsWith("'")) {
            var words = ShellWords.split(text).orElse(List.of());
            return to(PlainCommands.script(words).orElse(text), COMMAND_SHOWN);
        }
        var typed = text.substring(inner + shell.length(), text.length() - 1);
        return to(typed.replace("'\\''", "'"), COMMAND_SHOWN);
    }

    /// The first line, at most so many characters of it; never half a character.
    static String to(String text, int most) {
        var line = text.strip();
        int end = line.indexOf('\n');
        if (end >= 0) line = line.substring(0, end).stripTrailing() + "…";
        if (line.codePointCount(0, line.length()) <= most) return line;
        return line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }
}
