package dev.pawl.tool.hook;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// One program of the user's and when it runs.
///
/// @param matcher a regular expression for the tool's name; empty or `*` for all
/// @param argv    the program and its words
/// @param reach   where it runs
public record Hook(Event event, String matcher, List<String> argv, Duration timeout, Confinement reach) {
    public Hook {
        argv = List.copyOf(argv);
        if (argv.isEmpty()) throw new IllegalArgumentException("a hook needs a command");
        if (!isForAll(matcher)) {
            try {
                Pattern.compile(matcher);
            } catch (PatternSyntaxException wrong) {
                throw new IllegalArgumentException("matcher = \"" + matcher + "\": " + wrong.getDescription(), wrong);
            }
        }
    }

    /// Where a hook runs.
    public enum Confinement {
        /// As a command of the thread does: what it runs may have been written by the agent.
        SANDBOX,
        /// As the user's own hands would; only the user's own settings can say so.
        OUTSIDE
    }

    /// When. The words are Codex's and Claude's, and one more for the end of a turn.
    public enum Event {
        PRE_TOOL_USE("PreToolUse"),
        POST_TOOL_USE("PostToolUse"),
        STOP("Stop"),
        TURN_END("TurnEnd");

        private final String word;

        Event(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    private static boolean isForAll(String matcher) {
        return matcher.isEmpty() || matcher.equals("*");
    }

    boolean isFor(List<String> names) {
        return isForAll(matcher) || names.stream().anyMatch(name -> Pattern.matches(matcher, name));
    }
}
