package dev.pawl.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes a script apart into plain commands: words alone, joined by `&&`, `||`, `;`, `|` or a line
/// end. Anything a shell would expand, redirect or decide makes it one piece that cannot be taken
/// apart: then nobody may conclude anything from its words.
public final class PlainCommands {
    private static final Set<String> SHELLS = Set.of("bash", "zsh", "sh");
    private static final Set<String> KEYWORDS = Set.of(
            "if",
            "then",
            "else",
            "elif",
            "fi",
            "for",
            "while",
            "until",
            "do",
            "done",
            "case",
            "esac",
            "function",
            "select",
            "time",
            "coproc",
            "eval",
            "exec",
            "source",
            ".",
            "!",
            "alias",
            "trap",
            "builtin",
            "command");

    private final String script;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private int at;

    private PlainCommands(String script) {
        this.script = script;
    }

    /// Empty when it cannot be taken apart.
    public static List<List<String>> of(List<String> argv) {
        return script(argv).flatMap(script -> new PlainCommands(script).parse()).orElse(List.of());
    }

    /// The script that a shell is given in these words; nothing when they are no such call.
    public static Optional<String> script(List<String> argv) {
        if (argv.size() != 3 || !Set.of("-c", "-lc").contains(argv.get(1))) return Optional.empty();
        var shell = argv.getFirst();
        var isShell = SHELLS.contains(shell.substring(shell.lastIndexOf('/') + 1));
        return isShell ? Optional.of(argv.get(2)) : Optional.empty();
    }

    private Optional<List<List<String>>> parse() {
        while (at < script.length()) {
            var c = script.charAt(at);
            if (c == ' ' || c == '\t') at++;
            else if (c == '\n' || c == ';' || c == '|' || c == '&') {
                if (!operator(c)) return Optional.empty();
            } else {
                var word = word();
                if (word.isEmpty()) return Optional.empty();
                words.add(word.get());
            }
        }
        return end() && !commands.isEmpty() ? Optional.of(commands) : Optional.empty();
    }

    private boolean operator(char c) {
        var twice = at + 1 < script.length() && script.charAt(at + 1) == c;
        if (c == '&' && !twice) return false; // into the background
        if (c == ';' && twice) return false;
        var blank = c == '\n' && words.isEmpty();
        if (!blank && !end()) return false;
        at += twice && c != '\n' ? 2 : 1;
        return at >= script.length() || script.charAt(at) != '&' || c != '|';
    }

    /// Whether the words so far are a plain command.
    private boolean end() {
        if (words.isEmpty()) return !commands.isEmpty();
        var first = words.getFirst();
        if (KEYWORDS.contains(first) || first.contains("=")) return false;
        commands.add(List.copyOf(words));
        words = new ArrayList<>();
        return true;
    }

    private Optional<String> word() {
        var word = new StringBuilder();
        while (at < script.length()) {
            var c = script.charAt(at);
            if (" \t\n;|&".indexOf(c) >= 0) break;
            if (c == '\'') {
                if (!quoted(word, '\'', "")) return Optional.empty();
            } else if (c == '"') {
                if (!quoted(word, '"', "$`\\!")) return Optional.empty();
            } else if ("$`\\<>(){}[]*?~#!^".indexOf(c) >= 0 || Character.isISOControl(c)) {
                return Optional.empty();
            } else {
                word.append(c);
                at++;
            }
        }
        return Optional.of(word.toString());
    }

    private boolean quoted(StringBuilder word, char quote, String forbidden) {
        var end = script.indexOf(quote, at + 1);
        if (end < 0) return false;
        var inside = script.substring(at + 1, end);
        if (inside.chars().anyMatch(c -> forbidden.indexOf(c) >= 0)) return false;
        word.append(inside);
        at = end + 1;
        return true;
    }
}
