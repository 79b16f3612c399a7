package dev.pawl.agent.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The ways a command line can be read: as it is written, without what is wrapped around it, and
/// piece by piece where a shell would decide. For what forbids and warns only: nothing is ever
/// allowed because of a reading.
final class Readings {
    private static final Set<String> WRAPPERS = Set.of(
            "sudo",
            "doas",
            "su",
            "env",
            "nice",
            "ionice",
            "nohup",
            "time",
            "timeout",
            "command",
            "builtin",
            "exec",
            "eval",
            "xargs",
            "parallel",
            "setsid",
            "stdbuf",
            "strace",
            "watch",
            "flock",
            "chroot",
            "unshare",
            "nsenter",
            "setpriv",
            "runuser",
            "busybox",
            "systemd-run",
            "script",
            "coproc",
            "trap",
            "repeat",
            "noglob",
            "nocorrect",
            "if",
            "then",
            "elif",
            "else",
            "while",
            "until",
            "do",
            "for",
            "case",
            "!",
            ">",
            "-");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "ksh", "ash", "fish");
    private static final Set<String> RUNS_BEHIND = Set.of("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec");
    private static final Set<String> GIT_WITH_VALUE = Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace");
    private static final Pattern JOINT = Pattern.compile("[;&|(){}`\n]+");
    private static final Pattern WORD_END = Pattern.compile("\\s+");
    private static final int DEEPEST = 8;
    private static final int MOST_WORDS = 64;

    private final List<List<String>> all = new ArrayList<>();

    private Readings() {}

    static List<List<String>> of(Intent.Command intent) {
        var readings = new Readings();
        for (var command : intent.commands()) readings.add(command, 0);
        if (intent.commands().isEmpty() && !intent.argv().isEmpty()) {
            readings.all.add(intent.argv());
            readings.script(intent.argv().getLast(), 0);
        }
        return readings.all;
    }

    /// Every place where a command could begin, as a shell would have it after its expansions, so
    /// far as that can be told from the text.
    private void script(String text, int depth) {
        var plain = text.replace("\\\n", "")
                .replaceAll("\\$\\{?IFS\\}?", " ")
                .replaceAll("[$]'|[\"'\\\\]", "")
                .replaceAll("[<>]+", " > ");
        for (var piece : JOINT.split(plain, -1)) {
            var words = List.of(WORD_END.split(piece.strip(), -1));
            if (!words.getFirst().isEmpty()) add(words, depth);
        }
    }

    private void add(List<String> command, int depth) {
        var words = command;
        while (!words.isEmpty() && words.getFirst().contains("=")) words = words.subList(1, words.size());
        if (words.isEmpty() || depth > DEEPEST) return;
        if (words.getFirst().isEmpty()) return;
        all.add(words);
        var program = base(words.getFirst());
        var rest = words.subList(1, words.size());
        if (!program.equals(words.getFirst())) all.add(joined(program, rest));
        if (program.equals("git")) all.add(joined("git", withoutGlobals(rest)));
        if (WRAPPERS.contains(program)) behind(rest, depth);
        if (SHELLS.contains(program)) script(given(rest), depth + 1);
        if (program.equals("eval") || program.equals("trap")) script(String.join(" ", rest), depth + 1);
        for (var i = 0; i < rest.size(); i++) {
            if (RUNS_BEHIND.contains(rest.get(i))) add(rest.subList(i + 1, rest.size()), depth + 1);
        }
    }

    /// What a wrapper starts may begin at any of its words: options of theirs take values. One with
    /// more words than anybody needs is read as the worst.
    private void behind(List<String> words, int depth) {
        if (words.size() > MOST_WORDS) all.add(Destructive.UNREADABLE);
        var most = Math.min(words.size(), MOST_WORDS);
        for (var i = 0; i < most; i++) {
            var word = words.get(i);
            if (word.isEmpty() || word.startsWith("-")) continue;
            all.add(joined(base(word), words.subList(i + 1, words.size())));
            var program = base(word);
            if (SHELLS.contains(program) || WRAPPERS.contains(program) || program.equals("git")) {
                add(words.subList(i, words.size()), depth + 1);
                return;
            }
        }
    }

    /// What a shell is given to run: a script behind `-c`, else a file.
    private static String given(List<String> words) {
        var at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) at++;
        return String.join(" ", words.subList(at, words.size()));
    }

    private static List<String> withoutGlobals(List<String> words) {
        var at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) at += GIT_WITH_VALUE.contains(words.get(at)) ? 2 : 1;
        return words.subList(Math.min(at, words.size()), words.size());
    }

    private static List<String> joined(String first, List<String> rest) {
        var all = new ArrayList<String>(rest.size() + 1);
        all.add(first);
        all.addAll(rest);
        return all;
    }

    private static String base(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }
}
