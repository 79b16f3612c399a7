package dev.pawl.agent.approval;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Commands that take something away for good: a person is asked whatever the mode. This is a
/// courtesy, not the boundary: the sandbox is.
final class Destructive {
    private static final Set<String> ALWAYS = Set.of("shred", "mkfs", "wipefs", "fdisk", "parted", "blkdiscard");
    /// Stands for a command that is too long to be read.
    static final List<String> UNREADABLE = List.of("\0");

    private Destructive() {}

    /// Why a command is one of them, if it is. What is wrapped around it is off already
    /// ([Readings]).
    static Optional<String> reason(List<String> command) {
        if (command.isEmpty()) return Optional.empty();
        if (command.equals(UNREADABLE)) return Optional.of("has too many words to be read");
        var program = base(command.getFirst());
        var rest = command.subList(1, command.size());
        return switch (program) {
            case "rm" -> rest.stream().anyMatch(Destructive::forces) ? Optional.of("deletes files for good") : none();
            case "git" -> git(rest);
            case "dd" ->
                rest.stream().anyMatch(word -> word.startsWith("of=/dev/"))
                        ? Optional.of("writes to a device")
                        : none();
            case "find" -> rest.contains("-delete") ? Optional.of("deletes files for good") : none();
            default ->
                ALWAYS.contains(program) || program.startsWith("mkfs.")
                        ? Optional.of("wipes a disk or a file")
                        : none();
        };
    }

    private static Optional<String> none() {
        return Optional.empty();
    }

    private static boolean forces(String word) {
        return word.equals("--force")
                || word.equals("--recursive")
                || (word.startsWith("-")
                        && !word.startsWith("--")
                        && (word.contains("f") || word.contains("r") || word.contains("R")));
    }

    private static Optional<String> git(List<String> words) {
        var plain = words.stream().filter(word -> !word.startsWith("-")).toList();
        if (plain.isEmpty()) return none();
        return switch (plain.getFirst()) {
            case "reset" -> words.contains("--hard") ? Optional.of("throws away local changes") : none();
            case "clean" ->
                words.stream().anyMatch(Destructive::forces) ? Optional.of("deletes untracked files") : none();
            case "checkout", "restore" -> plain.contains(".") ? Optional.of("throws away local changes") : none();
            case "branch" ->
                words.contains("-D") || words.contains("--delete") || words.contains("-d")
                        ? Optional.of("deletes a branch")
                        : none();
            case "push" ->
                words.stream().anyMatch(Destructive::rewrites)
                        ? Optional.of("rewrites or deletes a remote branch")
                        : none();
            default -> none();
        };
    }

    private static boolean rewrites(String word) {
        return word.equals("-f")
                || word.startsWith("--force")
                || word.equals("--delete")
                || word.equals("-d")
                || word.equals("--mirror")
                || (word.startsWith("+") && word.length() > 1)
                || (word.startsWith(":") && word.length() > 1);
    }

    private static String base(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }
}
