package dev.pawl.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads one plain command; nothing when it does anything but read, list or search.
final class Reading {
    static final Set<String> NUMBERING = Set.of("-s", "-w", "-v", "-i", "-b");
    private static final Set<String> NO_VALUES = Set.of();
    private static final Set<String> FINDING = Set.of("-name", "-iname", "-path", "-regex");
    private static final Set<String> SEARCHING = Set.of(
            "-g",
            "--glob",
            "--iglob",
            "-t",
            "--type",
            "--type-add",
            "--type-not",
            "-m",
            "--max-count",
            "-A",
            "-B",
            "-C",
            "--context",
            "--max-depth",
            "-d",
            "-D",
            "-r",
            "--replace",
            "--include",
            "--exclude",
            "--exclude-dir");
    private static final Set<String> GREPPING = Set.of(
            "-m",
            "--max-count",
            "-A",
            "-B",
            "-C",
            "--context",
            "-d",
            "-D",
            "--include",
            "--exclude",
            "--exclude-dir",
            "-f",
            "--file");

    private Reading() {}

    static Optional<CommandPart> of(List<String> words, String folder) {
        var rest = words.subList(1, words.size());
        var line = ShellWords.join(words);
        return switch (words.getFirst()) {
            case "cat", "bat", "batcat" ->
                single(line, operands(rest, Set.of("--theme", "--language", "--style")), folder);
            case "less" -> single(line, operands(rest, Set.of("-p", "-P", "-x", "-y", "-z", "-j")), folder);
            case "more" -> single(line, operands(rest, NO_VALUES), folder);
            case "nl" -> single(line, operands(rest, NUMBERING), folder);
            case "head" -> lines(line, rest, folder, "");
            case "tail" -> lines(line, rest, folder, "+");
            case "sed" -> range(line, rest, folder);
            case "awk" -> awk(line, operands(rest, Set.of("-F", "-v")), folder);
            case "ls", "eza", "exa" ->
                list(
                        line,
                        operands(
                                rest,
                                Set.of(
                                        "-I",
                                        "-w",
                                        "--block-size",
                                        "--format",
                                        "--time-style",
                                        "--color",
                                        "--quoting-style")));
            case "tree" -> list(line, operands(rest, Set.of("-L", "-P", "-I", "--charset", "--filelimit", "--sort")));
            case "du" -> list(line, operands(rest, Set.of("-d", "--max-depth", "-B", "--block-size", "--exclude")));
            case "find" -> find(line, rest);
            case "fd" -> fd(line, operands(rest, Set.of("-t", "--type", "-e", "--extension", "-E", "--exclude", "-d")));
            case "rg", "rga", "ripgrep-all", "ag", "ack", "pt" -> search(line, rest);
            case "grep", "egrep", "fgrep" -> grep(line, rest);
            case "git" -> git(line, rest);
            default -> Optional.empty();
        };
    }

    /// What is no option and no option's value.
    static List<String> operands(List<String> words, Set<String> withValues) {
        var operands = new ArrayList<String>();
        for (var i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (word.equals("--")) {
                operands.addAll(words.subList(i + 1, words.size()));
                break;
            }
            if (withValues.contains(word)) i++;
            else if (!word.startsWith("-") || word.equals("-")) operands.add(word);
        }
        return operands;
    }

    private static Optional<String> at(List<String> operands, int index) {
        return index < operands.size() ? Optional.of(operands.get(index)) : Optional.empty();
    }

    private static Optional<CommandPart> read(String line, String path, String folder) {
        return Optional.of(new CommandPart.Read(line, CommandParts.shortened(path), CommandParts.within(folder, path)));
    }

    private static Optional<CommandPart> single(String line, List<String> operands, String folder) {
        return operands.size() == 1 ? read(line, operands.getFirst(), folder) : Optional.empty();
    }

    /// `head FILE`, `head -n 5 FILE`, `head -n5 FILE`.
    private static Optional<CommandPart> lines(String line, List<String> words, String folder, String sign) {
        var left = new ArrayList<>(words);
        if (!left.isEmpty() && left.getFirst().startsWith("-n")) {
            var count = left.removeFirst().substring(2);
            if (count.isEmpty()) {
                if (left.isEmpty()) return Optional.empty();
                count = left.removeFirst();
            }
            var digits = !sign.isEmpty() && count.startsWith(sign) ? count.substring(1) : count;
            if (!isNumber(digits)) return Optional.empty();
        }
        if (!left.isEmpty() && left.getFirst().equals("--")) left.removeFirst();
        var isFile = left.size() == 1 && !left.getFirst().startsWith("-");
        return isFile ? read(line, left.getFirst(), folder) : Optional.empty();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
    }

    /// `10p` and `1,20p`.
    static boolean isRange(String word) {
        if (!word.endsWith("p")) return false;
        var ends = word.substring(0, word.length() - 1).split(",", -1);
        return ends.length <= 2 && List.of(ends).stream().allMatch(Reading::isNumber);
    }

    /// `sed -n RANGE FILE`; anything else may change the file.
    private static Optional<CommandPart> range(String line, List<String> words, String folder) {
        if (!words.contains("-n")) return Optional.empty();
        var plain = words.stream()
                .filter(word -> !word.equals("-n") && !word.equals("-e") && !word.equals("--"))
                .toList();
        if (plain.size() < 2 || !isRange(plain.getFirst())) return Optional.empty();
        if (plain.stream().anyMatch(word -> word.startsWith("-"))) return Optional.empty();
        return read(line, plain.get(1), folder);
    }

    private static Optional<CommandPart> awk(String line, List<String> operands, String folder) {
        return operands.size() == 2 ? read(line, operands.get(1), folder) : Optional.empty();
    }

    private static Optional<CommandPart> list(String line, List<String> operands) {
        return Optional.of(new CommandPart.ListFiles(line, CommandParts.shortened(at(operands, 0))));
    }

    private static Optional<CommandPart> find(String line, List<String> words) {
        Optional<String> path = at(words, 0).filter(first -> !first.startsWith("-") && !first.equals("!"));
        Optional<String> query = Optional.empty();
        for (var i = 0; i + 1 < words.size(); i++) {
            if (FINDING.contains(words.get(i))) query = Optional.of(words.get(i + 1));
            if (words.get(i).startsWith("-exec") || words.get(i).equals("-ok")) return Optional.empty();
        }
        if (words.contains("-delete")) return Optional.empty();
        return Optional.of(
                query.isPresent()
                        ? new CommandPart.Search(line, query, CommandParts.shortened(path))
                        : new CommandPart.ListFiles(line, CommandParts.shortened(path)));
    }

    private static Optional<CommandPart> fd(String line, List<String> operands) {
        if (operands.isEmpty()) return Optional.of(new CommandPart.ListFiles(line, Optional.empty()));
        return found(line, operands);
    }

    private static Optional<CommandPart> found(String line, List<String> operands) {
        return Optional.of(new CommandPart.Search(line, at(operands, 0), CommandParts.shortened(at(operands, 1))));
    }

    private static Optional<CommandPart> search(String line, List<String> words) {
        if (words.contains("--files")) return list(line, operands(words, SEARCHING));
        return grep(line, words, SEARCHING);
    }

    private static Optional<CommandPart> grep(String line, List<String> words) {
        return grep(line, words, GREPPING);
    }

    /// With `-e` the pattern is no operand.
    private static Optional<CommandPart> grep(String line, List<String> words, Set<String> withValues) {
        for (var i = 0; i + 1 < words.size(); i++) {
            if (!words.get(i).equals("-e") && !words.get(i).equals("--regexp")) continue;
            var left = new ArrayList<>(words);
            var query = Optional.of(left.remove(i + 1));
            left.remove(i);
            var path = at(operands(left, withValues), 0);
            return Optional.of(new CommandPart.Search(line, query, CommandParts.shortened(path)));
        }
        return found(line, operands(words, withValues));
    }

    private static Optional<CommandPart> git(String line, List<String> words) {
        if (words.isEmpty()) return Optional.empty();
        var rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "grep" -> gitGrep(line, rest);
            case "ls-files" ->
                list(line, operands(rest, Set.of("--exclude", "--exclude-from", "--pathspec-from-file", "-x", "-X")));
            default -> Optional.empty();
        };
    }

    /// A path may stand behind `--`, which ends no pattern.
    private static Optional<CommandPart> gitGrep(String line, List<String> words) {
        return grep(line, words.stream().filter(word -> !word.equals("--")).toList(), GREPPING);
    }
}
