package dev.pawl.agent.approval;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// Words that make a harmless program start another one, or write where they say. A rule about the
/// program was not made for them, so outside the sandbox they ask again.
///
/// A courtesy to whoever made the rule: no list of this kind is ever complete, and nothing depends
/// on it but one question.
final class Loopholes {
    private static final Set<String> ALWAYS = Set.of(
            "awk",
            "gawk",
            "mawk",
            "nawk",
            "sed",
            "perl",
            "python",
            "python2",
            "python3",
            "ruby",
            "node",
            "deno",
            "php",
            "lua",
            "tclsh",
            "bash",
            "sh",
            "zsh",
            "dash",
            "ksh",
            "fish",
            "busybox",
            "env",
            "xargs",
            "parallel",
            "sudo",
            "doas",
            "su",
            "ssh",
            "nohup",
            "nice",
            "timeout",
            "setsid",
            "stdbuf",
            "watch",
            "strace",
            "script",
            "vi",
            "vim",
            "nvim",
            "ed",
            "ex",
            "emacs",
            "less",
            "more",
            "man",
            "gdb",
            "jshell",
            "java",
            "tee",
            "dd",
            "install",
            "eval",
            "export",
            "declare",
            "typeset",
            "readonly",
            "set",
            "enable",
            "hash",
            "unset",
            "shopt",
            "local",
            "at",
            "batch",
            "crontab",
            "systemd-run",
            "docker",
            "podman",
            "nc",
            "ncat",
            "socat",
            "expect",
            "screen",
            "tmux");
    /// What the later commands of a line do depends on them, whatever a rule says of their own
    /// words.
    private static final Set<String> MOVES = Set.of("cd", "pushd", "popd", "chdir");
    private static final List<String> LONG = List.of(
            "--exec",
            "--pre",
            "--hostname-bin",
            "--to-command",
            "--checkpoint-action",
            "--use-compress-program",
            "--compress-program",
            "--rsh",
            "--upload-pack",
            "--receive-pack",
            "--output",
            "--pager",
            "--ext-diff",
            "--textconv",
            "--config",
            "--open-files-in-pager",
            "--filter",
            "--init-file",
            "--rcfile",
            "--eval",
            "--command",
            "--in-place",
            "--editor",
            "--use-askpass",
            "--unzip-command",
            "--rsync-path",
            "--run",
            "--script",
            "--require",
            "--import",
            "--plugin",
            "--target-dir",
            "--git-dir",
            "--work-tree",
            "--template",
            "--files0-from",
            "--post-file",
            "--upload-file",
            "--paginate",
            "--search-zip",
            "--shell",
            "--gpg-program",
            "--directory",
            "--file",
            "--makefile",
            "--proxy-command",
            "--no-index",
            "--checkpoint");
    private static final Map<String, List<String>> SHORT = Map.ofEntries(
            Map.entry(
                    "find",
                    List.of(
                            "-exec",
                            "-execdir",
                            "-ok",
                            "-okdir",
                            "-delete",
                            "-fls",
                            "-fprint",
                            "-fprint0",
                            "-fprintf")),
            Map.entry("fd", List.of("-x", "-X")),
            Map.entry("fdfind", List.of("-x", "-X")),
            Map.entry("rg", List.of("-z")),
            Map.entry("git", List.of("-c", "-C", "-O", "-o", "-x", "-D", "-d", "-p", "ext::")),
            Map.entry("sort", List.of("-o", "-T")),
            Map.entry("tar", List.of("-I", "-F", "-x", "-C", "x", "c")),
            Map.entry("zip", List.of("-T", "-TT")),
            Map.entry("rsync", List.of("-e")),
            Map.entry("scp", List.of("-S", "-o", "-F")),
            Map.entry("curl", List.of("-K", "-o", "-O", "-T", "-d", "-F")),
            Map.entry("wget", List.of("-O", "-i", "-P", "-e")),
            Map.entry("go", List.of("-exec", "-toolexec", "-o", "-overlay")),
            Map.entry("make", List.of("-f", "-C", "-I")),
            Map.entry("base64", List.of("-o")),
            Map.entry("uniq", List.of("-")),
            Map.entry("cargo", List.of("-Z")),
            Map.entry("mvn", List.of("-D", "-f", "-s")),
            Map.entry("gradle", List.of("-I", "-b", "-p", "-P")),
            Map.entry("npm", List.of("-C", "-g")),
            Map.entry("whois", List.of("-h")),
            Map.entry("cp", List.of("-")),
            Map.entry("ln", List.of("-")),
            Map.entry("openssl", List.of("s_client", "-engine")),
            Map.entry("ping", List.of("-")),
            Map.entry("nslookup", List.of("-")));

    private Loopholes() {}

    /// Whether the words behind the first `said` are such words; those before are the rule's own.
    static boolean has(List<String> command, int said) {
        var first = command.getFirst();
        var program = first.substring(first.lastIndexOf('/') + 1);
        if (MOVES.contains(program)) return true;
        if (ALWAYS.contains(program) && said == 1) return true;
        var words = command.subList(said, command.size());
        if (words.stream().anyMatch(word -> LONG.stream().anyMatch(word::startsWith))) return true;
        var known = SHORT.getOrDefault(program, List.of());
        return words.stream().anyMatch(word -> known.stream().anyMatch(word::startsWith));
    }
}
