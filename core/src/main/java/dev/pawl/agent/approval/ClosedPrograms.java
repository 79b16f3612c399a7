package dev.pawl.agent.approval;

import java.util.List;
import java.util.Set;

/// Programs that run no code but their own: no files of the project, no settings found in the
/// folder they are started in. For all others a yes outside of the sandbox holds once: the
/// agent may change what they run before the next call.
///
/// What is missing here is asked about again, so the list may be incomplete.
public final class ClosedPrograms {
    private static final Set<String> KNOWN = Set.of(
            "basename",
            "cat",
            "cksum",
            "cmp",
            "comm",
            "cut",
            "date",
            "df",
            "diff",
            "dig",
            "dirname",
            "du",
            "echo",
            "expr",
            "false",
            "grep",
            "head",
            "hexdump",
            "host",
            "hostname",
            "id",
            "ip",
            "join",
            "kill",
            "ls",
            "lsof",
            "md5sum",
            "mkdir",
            "nl",
            "nproc",
            "nslookup",
            "od",
            "paste",
            "ping",
            "printf",
            "ps",
            "pwd",
            "readlink",
            "realpath",
            "seq",
            "sha256sum",
            "sleep",
            "sort",
            "ss",
            "stat",
            "tail",
            "test",
            "touch",
            "tr",
            "true",
            "tty",
            "uname",
            "uniq",
            "uptime",
            "wc",
            "which",
            "whoami");

    /// Programs that take the files they are given for data, though they can be made to run code.
    private static final Set<String> READERS = Set.of("curl", "fd", "fdfind", "find", "gh", "git", "rg", "tar", "wget");

    private ClosedPrograms() {}

    /// Whether a program runs no code but its own, and changes nothing by the files it reads.
    public static boolean isClosed(String program) {
        return KNOWN.contains(program);
    }

    /// Whether a file is only data to a program that is given its name.
    public static boolean takesFilesForData(String program) {
        return KNOWN.contains(program) || READERS.contains(program);
    }

    /// Whether a command line consists of nothing else.
    static boolean hold(Intent.Command intent) {
        return !intent.commands().isEmpty()
                && intent.commands().stream().allMatch(ClosedPrograms::holds)
                && intent.doubts().isEmpty();
    }

    private static boolean holds(List<String> command) {
        return KNOWN.contains(command.getFirst()) && !Loopholes.has(command, 1);
    }
}
