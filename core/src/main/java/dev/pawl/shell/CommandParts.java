package dev.pawl.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads a command line as Codex does: which files it reads, lists or searches. A line of which one
/// part is something else is unknown as a whole.
public final class CommandParts {
    private static final Set<String> SILENT = Set.of("echo", "true", "cd");
    private static final Set<String> FORMATTERS = Set.of("wc", "tr", "cut", "sort", "uniq", "tee", "column", "xargs");
    private static final Set<String> DULL = Set.of("build", "dist", "node_modules", "src");

    private CommandParts() {}

    /// @param line a command as it is shown: the words of its process, quoted
    /// @param cwd  where it runs
    public static List<CommandPart> of(String line, String cwd) {
        var argv = ShellWords.split(line).orElse(List.of(line));
        var script = PlainCommands.script(argv);
        var whole = script.orElse(line);
        var commands = script.isPresent() ? PlainCommands.of(argv) : List.of(argv);
        if (commands.isEmpty()) return unknown(whole);
        var parts = new ArrayList<CommandPart>();
        var folder = cwd;
        var silent = 0;
        for (var i = 0; i < commands.size(); i++) {
            var words = commands.get(i);
            if (words.getFirst().equals("cd")) folder = within(folder, words.getLast());
            if (SILENT.contains(words.getFirst()) || (i > 0 && isFormatting(words))) {
                silent++;
                continue;
            }
            var part = Reading.of(words, folder);
            if (part.isEmpty()) return unknown(whole);
            parts.add(part.get());
        }
        if (parts.isEmpty()) {
            var onlyMoves = commands.stream().allMatch(words -> words.getFirst().equals("cd"));
            return onlyMoves ? List.of() : unknown(whole);
        }
        if (parts.size() == 1 && silent > 0 && isCutByLines(commands, whole)) {
            return List.of(spelt(parts.getFirst(), whole));
        }
        return parts;
    }

    private static List<CommandPart> unknown(String whole) {
        return List.of(new CommandPart.Unknown(whole));
    }

    /// Lines cut out of what another command prints: the whole says which.
    private static boolean isCutByLines(List<List<String>> commands, String whole) {
        return whole.indexOf('|') >= 0
                && commands.stream().anyMatch(words -> words.getFirst().equals("sed") && words.contains("-n"));
    }

    private static CommandPart spelt(CommandPart part, String command) {
        return switch (part) {
            case CommandPart.Read read -> new CommandPart.Read(command, read.name(), read.path());
            case CommandPart.ListFiles list -> new CommandPart.ListFiles(command, list.path());
            case CommandPart.Search search -> new CommandPart.Search(command, search.query(), search.path());
            case CommandPart.Unknown _ -> new CommandPart.Unknown(command);
        };
    }

    /// What only shapes the output of the command before it.
    private static boolean isFormatting(List<String> words) {
        var rest = words.subList(1, words.size());
        return switch (words.getFirst()) {
            case "head", "tail" -> Reading.operands(rest, Set.of("-n", "-c")).isEmpty();
            case "nl" -> Reading.operands(rest, Reading.NUMBERING).isEmpty();
            case "awk" -> Reading.operands(rest, Set.of("-F", "-v")).size() == 1;
            case "sed" -> rest.size() == 2 && rest.getFirst().equals("-n") && Reading.isRange(rest.getLast());
            case String first -> FORMATTERS.contains(first);
        };
    }

    static String within(String folder, String path) {
        var base = path.startsWith("/") ? "" : folder;
        var parts = new ArrayList<String>();
        for (var part : (base + "/" + path).split("/", -1)) {
            if (part.isEmpty() || part.equals(".")) continue;
            if (!part.equals("..")) parts.add(part);
            else if (!parts.isEmpty()) parts.removeLast();
        }
        return "/" + String.join("/", parts);
    }

    /// The last part of a path that says something.
    static String shortened(String path) {
        var parts = List.of(path.replace('\\', '/').split("/", -1));
        for (var part : parts.reversed()) {
            if (!part.isEmpty() && !DULL.contains(part)) return part;
        }
        var bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return bare.isEmpty() ? path : bare;
    }

    static Optional<String> shortened(Optional<String> path) {
        return path.map(CommandParts::shortened);
    }
}
