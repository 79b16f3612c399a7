package dev.pawl.agent.approval;

import java.util.List;
import java.util.Set;

/// The beginning of a command that a rule may be about. Never one that would be about everything a
/// shell or an interpreter can do.
final class Prefixes {
    private static final Set<String> TOO_WIDE = Set.of(
            "bash",
            "sh",
            "zsh",
            "dash",
            "fish",
            "python",
            "python3",
            "node",
            "perl",
            "ruby",
            "php",
            "java",
            "sudo",
            "doas",
            "env",
            "xargs",
            "find",
            "rm",
            "dd",
            "eval",
            "exec",
            "command",
            "nohup",
            "timeout",
            "ssh",
            "osascript");
    private static final Set<String> WITH_SUBCOMMAND = Set.of(
            "git", "npm", "npx", "pnpm", "yarn", "cargo", "go", "mvn", "gradle", "docker", "kubectl", "gh", "pip",
            "pip3", "uv", "make", "apt", "apt-get", "brew");

    private Prefixes() {}

    /// Empty when no rule should say it.
    static List<String> of(List<String> command) {
        if (command.isEmpty()) return List.of();
        var program = command.getFirst();
        if (TOO_WIDE.contains(program.substring(program.lastIndexOf('/') + 1))) return List.of();
        if (!WITH_SUBCOMMAND.contains(program)) return List.of(program);
        return command.size() > 1 && !command.get(1).startsWith("-") ? command.subList(0, 2) : List.of();
    }
}
