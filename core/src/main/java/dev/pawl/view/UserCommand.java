package dev.pawl.view;

import dev.pawl.view.CommandProgress.Exited;
import dev.pawl.view.ItemView.CommandRun;
import java.util.Optional;

/// A command that the person ran in the thread, and the words by which the agent learns of it.
public final class UserCommand {
    private static final String OPEN = "<user_shell_command>";
    private static final int MOST_FOR_THE_MODEL = 40_000;

    private UserCommand() {}

    /// The words for the agent, as Codex has them.
    public static String words(String command, Exited end) {
        var shown = end.output();
        if (shown.length() > MOST_FOR_THE_MODEL) {
            var half = MOST_FOR_THE_MODEL / 2;
            shown = shown.substring(0, half) + "\n[… " + (shown.length() - MOST_FOR_THE_MODEL) + " characters …]\n"
                    + shown.substring(shown.length() - half);
        }
        return OPEN + "\n<command>\n" + command + "\n</command>\n<result>\nExit code: " + end.exitCode()
                + "\nDuration: " + end.millis() / 1000.0 + " seconds\nOutput:\n" + shown
                + "\n</result>\n</user_shell_command>";
    }

    /// The command that such words tell of; empty for any other text.
    static Optional<CommandRun> read(String id, String text, String cwd) {
        if (!text.startsWith(OPEN)) return Optional.empty();
        var command = between(text, "<command>\n", text.indexOf("\n</command>"));
        var lines = between(text, "<result>\n", text.lastIndexOf("\n</result>")).split("\n", 4);
        if (lines.length < 4) return Optional.empty();
        try {
            var code = Integer.parseInt(lines[0].replace("Exit code: ", ""));
            var seconds = lines[1].replace("Duration: ", "").replace(" seconds", "");
            var end = new Exited(code, lines[3], Math.round(1000 * Double.parseDouble(seconds)));
            return Optional.of(new CommandRun(id, command, cwd, CommandRun.Caller.USER, end));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    private static String between(String text, String open, int to) {
        var from = text.indexOf(open) + open.length();
        return from < open.length() || to < from ? "" : text.substring(from, to);
    }
}
