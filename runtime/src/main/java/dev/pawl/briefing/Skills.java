package dev.pawl.briefing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/// The skills an agent may use in a folder: `SKILL.md` files of the project, of the user, and of
/// folders that a client names. Only plain files are read, and no link leads anywhere.
public final class Skills {
    private static final String FILE = "SKILL.md";
    private static final String PROJECT = "repo";
    private static final int DEPTH = 6;
    private static final int MOST_SKILLS = 500;
    private static final int MOST_FILES = 5_000;
    private static final int MOST_BYTES = 256 * 1024;

    private final BiPredicate<String, Path> enabled;
    private final List<Path> users;

    /// @param enabled whether the settings leave a skill of this name and file on
    /// @param users   folders of the user's own skills
    public Skills(BiPredicate<String, Path> enabled, List<Path> users) {
        this.enabled = enabled;
        this.users = List.copyOf(users);
    }

    /// @param files reads those of the project, which are as little trusted as the rest of it
    public SkillList in(Path cwd, List<Path> extra, PromptFile files) {
        var roots = new LinkedHashMap<Path, String>();
        for (var folder : project(cwd)) {
            roots.putIfAbsent(folder.resolve(".agents/skills"), PROJECT);
            roots.putIfAbsent(folder.resolve(".codex/skills"), PROJECT);
        }
        for (var folder : users) roots.putIfAbsent(folder, "user");
        for (var folder : extra) roots.putIfAbsent(folder, "user");
        var found = new Found(files, project(cwd).getFirst());
        roots.forEach((root, scope) -> {
            if (scope.equals("user") || isInside(root, cwd)) walk(root, scope, found);
        });
        return new SkillList(found.skills, found.faults);
    }

    /// A project's folder of skills is no link out of the project.
    private static boolean isInside(Path root, Path cwd) {
        try {
            return root.toRealPath().startsWith(project(cwd).getFirst().toRealPath());
        } catch (IOException missing) {
            return false;
        }
    }

    private static final class Found {
        private final PromptFile files;
        private final Path project;
        private final List<Skill> skills = new ArrayList<>();
        private final List<SkillList.Fault> faults = new ArrayList<>();
        private int count;

        Found(PromptFile files, Path project) {
            this.files = files;
            this.project = project;
        }
    }

    /// From the repository's root down to the folder.
    private static List<Path> project(Path cwd) {
        var folders = new ArrayList<Path>();
        for (var folder = cwd; folder != null; folder = folder.getParent()) {
            folders.add(folder);
            if (Files.exists(folder.resolve(".git"))) return folders.reversed();
        }
        return List.of(cwd);
    }

    private void walk(Path root, String scope, Found found) {
        // A linked folder is somebody else's place.
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) return;
        try {
            Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    var isHidden = !folder.equals(root)
                            && folder.getFileName().toString().startsWith(".");
                    return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (++found.count > MOST_FILES || found.skills.size() >= MOST_SKILLS) {
                        return FileVisitResult.TERMINATE;
                    }
                    if (attributes.isRegularFile()
                            && file.getFileName().toString().equals(FILE)) {
                        add(file, scope, found);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            found.faults.add(new SkillList.Fault(root.toString(), "the folder cannot be read"));
        }
    }

    private void add(Path file, String scope, Found found) {
        var text = scope.equals(PROJECT) ? text(file, found.files, found.project) : text(file);
        var head = text.flatMap(Skills::head);
        if (head.isEmpty()) {
            found.faults.add(new SkillList.Fault(file.toString(), "missing YAML frontmatter delimited by ---"));
            return;
        }
        var folder = file.getParent();
        var name = head.get()
                .getOrDefault("name", folder == null ? "" : folder.getFileName().toString());
        var description = head.get().getOrDefault("description", "");
        if (description.isEmpty()) {
            found.faults.add(new SkillList.Fault(file.toString(), "missing field `description`"));
            return;
        }
        found.skills.add(new Skill(
                name,
                description,
                head.get().getOrDefault("short-description", ""),
                file.toString(),
                scope,
                enabled.test(name, file)));
    }

    /// What stands between the first two lines of dashes: single lines of a name and a text.
    private static Optional<Map<String, String>> head(String text) {
        var lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().strip().equals("---")) return Optional.empty();
        var fields = new LinkedHashMap<String, String>();
        for (var line : lines.subList(1, lines.size())) {
            if (line.strip().equals("---")) return Optional.of(fields);
            var colon = line.indexOf(':');
            if (colon <= 0 || line.strip().startsWith("#")) continue;
            var value = line.substring(colon + 1).strip();
            fields.putIfAbsent(line.substring(0, colon).strip(), unquoted(value));
        }
        return Optional.empty();
    }

    private static String unquoted(String value) {
        var quote = value.length() > 1 && "\"'".indexOf(value.charAt(0)) >= 0 ? value.substring(0, 1) : "";
        var isQuoted = !quote.isEmpty() && value.endsWith(quote);
        return isQuoted ? value.substring(1, value.length() - 1) : value;
    }

    /// A skill's whole text; nothing when it is not a plain file or too long.
    ///
    /// @param folder the thread's, in which a project's skill was found
    public static Optional<String> text(Skill skill, Path folder, PromptFile files) {
        var file = Path.of(skill.path());
        return skill.scope().equals(PROJECT) ? text(file, files, project(folder).getFirst()) : text(file);
    }

    private static Optional<String> text(Path file, PromptFile files, Path project) {
        var text = files.read(file.resolveSibling(""), FILE, project, MOST_BYTES + 1L);
        return text.isEmpty() || text.length() > MOST_BYTES ? Optional.empty() : Optional.of(text);
    }

    /// One of the user's own.
    private static Optional<String> text(Path file) {
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var bytes = in.readNBytes(MOST_BYTES + 1);
            return bytes.length > MOST_BYTES ? Optional.empty() : Optional.of(new String(bytes, UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// What an agent is told of the skills there are; empty for none.
    ///
    /// @param hidden what commands and tools cannot read: a skill there comes with its name only
    public static String briefing(List<Skill> skills, Path hidden) {
        var lines = new StringBuilder();
        for (var skill : skills) {
            if (!skill.enabled()) continue;
            lines.append("- ")
                    .append(skill.name())
                    .append(": ")
                    .append(skill.description())
                    .append(
                            Path.of(skill.path()).startsWith(hidden)
                                    ? " (its text comes with a request that says $" + skill.name() + ")\n"
                                    : " (file: " + skill.path() + ")\n");
        }
        if (lines.isEmpty()) return "";
        return "<skills_instructions>\n## Skills\nA skill is a set of instructions in a `SKILL.md` file. These can be"
                + " used:\n"
                + lines
                + "Use a skill for a turn in which the user names it (`$name` or in plain words) or in which the task"
                + " clearly matches its description: read its whole file first, unless its text was given with the"
                + " request. Paths in it are relative to the file's folder. Say so when a named skill is not in the"
                + " list.\n</skills_instructions>";
    }
}
