package dev.pawl.tool.files;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// What git ignores, by the `.gitignore` files on the way down to a folder. Immutable.
final class IgnoreRules {
    private static final long LARGEST_BYTES = 1 << 20;

    private final List<Rule> rules;

    private IgnoreRules(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /// @param base where the rule was written; it holds below only
    private record Rule(Path base, Pattern pattern, boolean foldersOnly, boolean ignores) {
        boolean matches(Path path, boolean isFolder) {
            if ((foldersOnly && !isFolder) || !path.startsWith(base)) return false;
            return pattern.matcher(base.relativize(path).toString()).matches();
        }
    }

    /// The rules of the folders above, up to the one that holds `.git`.
    static IgnoreRules above(Path folder) {
        var way = new ArrayList<Path>();
        var top = folder;
        while (top != null && !Files.exists(top.resolve(".git"))) {
            top = top.getParent();
            if (top != null) way.addFirst(top);
        }
        var rules = new IgnoreRules(List.of());
        if (top == null) return rules;
        for (var parent : way) rules = rules.in(parent);
        return rules;
    }

    /// These rules and those written in the folder.
    IgnoreRules in(Path folder) {
        var all = new ArrayList<>(rules);
        for (var name : List.of(".git/info/exclude", ".gitignore", ".ignore")) {
            for (var line : lines(folder.resolve(name))) add(all, folder, line);
        }
        return all.size() == rules.size() ? this : new IgnoreRules(all);
    }

    /// The last rule that matches decides.
    boolean ignores(Path path, boolean isFolder) {
        for (var rule : rules.reversed()) {
            if (rule.matches(path, isFolder)) return rule.ignores();
        }
        return false;
    }

    private static List<String> lines(Path file) {
        try {
            var parent = file.getParent();
            if (parent == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return List.of();
            try (var folder = Descriptor.following(parent);
                    var opened = folder.entry(file.getFileName().toString())) {
                // What was swapped in since (a pipe, a link) is not opened.
                if (!opened.isPlainFile() || Files.size(opened.path()) > LARGEST_BYTES) return List.of();
                return new String(Files.readAllBytes(opened.path()), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
            }
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static void add(List<Rule> rules, Path base, String line) {
        var text = line.endsWith("\\ ") ? line : line.stripTrailing();
        if (text.isEmpty() || text.startsWith("#")) return;
        var ignores = !text.startsWith("!");
        if (!ignores) text = text.substring(1);
        var foldersOnly = text.endsWith("/");
        if (foldersOnly) text = text.substring(0, text.length() - 1);
        var anchored = text.contains("/");
        if (text.startsWith("/")) text = text.substring(1);
        if (text.isEmpty()) return;
        try {
            var pattern = Pattern.compile((anchored ? "" : "(?:.*/)?") + regex(text));
            rules.add(new Rule(base, pattern, foldersOnly, ignores));
        } catch (PatternSyntaxException nonsense) {
            // git ignores such a line as well
        }
    }

    /// A pattern of git as a regular expression.
    static String regex(String glob) {
        var regex = new StringBuilder();
        for (var i = 0; i < glob.length(); i++) {
            var c = glob.charAt(i);
            switch (c) {
                case '*' -> {
                    var twice = i + 1 < glob.length() && glob.charAt(i + 1) == '*';
                    if (!twice) {
                        regex.append("[^/]*");
                    } else if (i + 2 < glob.length() && glob.charAt(i + 2) == '/') {
                        regex.append("(?:.*/)?");
                        i += 2;
                    } else {
                        regex.append(".*");
                        i++;
                    }
                }
                case '?' -> regex.append("[^/]");
                case '[' -> {
                    var end = glob.indexOf(']', i + 2);
                    if (end < 0) {
                        regex.append("\\[");
                    } else {
                        var set =
                                glob.substring(i + 1, end).replace("\\", "\\\\").replace("[", "\\[");
                        regex.append('[')
                                .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                                .append(']');
                        i = end;
                    }
                }
                case '\\' -> {
                    if (i + 1 < glob.length()) regex.append(Pattern.quote(String.valueOf(glob.charAt(++i))));
                }
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
