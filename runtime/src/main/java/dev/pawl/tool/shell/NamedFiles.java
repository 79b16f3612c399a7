package dev.pawl.tool.shell;

import dev.pawl.agent.approval.ClosedPrograms;
import dev.pawl.tool.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files a command line names that the agent can change, and those that such files name in
/// turn: scripts, and what build tools read. Their bytes are part of what is approved.
///
/// Words are looked up in every folder the line could run in, so a `cd` before them changes
/// nothing. What only a shell can tell (a name in a variable) is not found. Bounded; what is
/// beyond the bounds is said.
final class NamedFiles {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s;&|()<>\"'`={},:@$!]+");
    private static final Pattern BETWEEN_UNQUOTED = Pattern.compile("[\\s;&|()<>`]+");
    private static final Pattern QUOTES = Pattern.compile("[\"'\\\\]");
    private static final List<String> ENDINGS = List.of("", ".sh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".mk");
    private static final Pattern PATTERN = Pattern.compile("[*?\\[]");
    private static final Set<String> MOVES = Set.of("cd", "pushd", "popd", "chdir");
    /// What a shell reads before the first word of a command.
    private static final List<String> STARTUP = List.of(
            "~/.bash_profile",
            "~/.bash_login",
            "~/.profile",
            "~/.bashrc",
            "~/.zshenv",
            "~/.zprofile",
            "~/.zlogin",
            "~/.config/fish/config.fish");
    private static final int MOST_FOLDERS = 16;
    private static final int MOST_FILES = 128;
    private static final int MOST_WORDS = 20_000;
    private static final int MOST_SHOWN = 5;
    private static final int MOST_NAMES = 10_000;
    private static final int DEEPEST = 3;
    private static final long LARGEST_READ = 1L << 20;

    private final Ground ground;
    private final Set<Path> folders = new LinkedHashSet<>();
    private final Set<String> words = new LinkedHashSet<>();
    /// Words that could be programs.
    private final Set<String> programs = new LinkedHashSet<>();
    /// By path: its print.
    private final Map<Path, String> files = new LinkedHashMap<>();
    private final Set<Path> direct = new LinkedHashSet<>();
    private final Set<Path> startup = new LinkedHashSet<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private final Map<Path, Set<String>> listings = new HashMap<>();
    private int looked;
    private boolean tooMany;

    /// Where a command line is read.
    ///
    /// @param folder the one it begins in
    /// @param home the user's home folder; empty when unknown
    record Ground(Path folder, AgentReach reach, String home) {}

    private NamedFiles(Ground ground) {
        this.ground = ground;
        this.folders.add(AgentReach.real(ground.folder()));
    }

    static NamedFiles of(String script, List<List<String>> commands, Ground ground) {
        var named = new NamedFiles(ground);
        if (!ground.home().isEmpty()) STARTUP.forEach(file -> named.add(file, named.folders, 0));
        named.startup.addAll(named.direct);
        if (!commands.isEmpty() && commands.stream().allMatch(command -> ClosedPrograms.isClosed(command.getFirst()))) {
            return named;
        }
        named.read(script, commands);
        named.addFolders();
        named.addOrders();
        for (var word : named.words) named.add(word, named.folders, 0);
        if (commands.isEmpty() || !commands.stream().allMatch(NamedFiles::takesData)) named.addFolderFiles();
        else named.direct.removeIf(file -> !named.startup.contains(file));
        if (named.tooMany) named.doubts.add("names more files than can be looked at");
        return named;
    }

    /// A program that is given a folder may run what lies in it.
    private void addFolderFiles() {
        var start = folders.iterator().next();
        for (var folder : folders) {
            if (start.startsWith(folder) || !ground.reach().canWrite(folder)) continue;
            for (var name : names(folder)) addFile(folder.resolve(name), DEEPEST);
        }
    }

    private void read(String script, List<List<String>> commands) {
        commands.forEach(words::addAll);
        var here = Matcher.quoteReplacement(String.valueOf(ground.folder()));
        var home = Matcher.quoteReplacement(ground.home());
        words.addAll(words(script.replaceAll("\\$\\{?PWD}?", here).replaceAll("\\$\\{?HOME}?", home)));
        if (commands.isEmpty()) programs.addAll(words);
        for (var command : commands) {
            programs.add(command.getFirst());
            if (!takesData(command)) programs.addAll(command);
        }
    }

    private static boolean takesData(List<String> command) {
        return ClosedPrograms.takesFilesForData(command.getFirst());
    }

    /// What a build tool is known to read does not wait to be named.
    private void addOrders() {
        for (var word : programs) {
            var program = word.substring(word.lastIndexOf('/') + 1);
            var orders = BuildTools.orders(program);
            if (orders.isEmpty()) continue;
            doubts.add(program + " runs files of the project, which the agent itself can change");
            for (var folder : List.copyOf(folders)) {
                for (var at = folder; at != null && ground.reach().canWrite(at); at = at.getParent()) {
                    for (var name : orders) addFile(at.resolve(name), 0);
                }
            }
        }
    }

    private static Set<String> words(String text) {
        var words = new LinkedHashSet<String>();
        for (var word : BETWEEN_WORDS.split(text, -1)) if (!word.isEmpty()) words.add(word);
        for (var word : BETWEEN_UNQUOTED.split(QUOTES.matcher(text).replaceAll(""), -1)) {
            if (!word.isEmpty()) words.add(word);
        }
        return words;
    }

    /// Folders that are named could be where the next command runs.
    private void addFolders() {
        for (var round = 0; round < 2; round++) {
            for (var word : words) {
                for (var folder : List.copyOf(folders)) {
                    if (folders.size() >= MOST_FOLDERS) return;
                    resolved(folder, word)
                            .filter(Files::isDirectory)
                            .map(AgentReach::real)
                            .ifPresent(folders::add);
                }
            }
        }
    }

    private void add(String word, Collection<Path> places, int depth) {
        if (looked++ > MOST_WORDS) {
            tooMany = true;
            return;
        }
        var spellings = spellings(word);
        for (var folder : word.startsWith("/") ? List.of(ground.folder()) : List.copyOf(places)) {
            if (PATTERN.matcher(word).find()) addMatching(folder, word, depth);
            for (var spelling : spellings) {
                if (!mayBeThere(folder, spelling)) continue;
                resolved(folder, spelling).ifPresent(file -> addFile(file, depth));
            }
        }
    }

    /// As it is, behind the letter of an option (`-fbuild.mk`), and as a module (`tasks.clean`).
    private static Set<String> spellings(String word) {
        var spellings = new LinkedHashSet<String>();
        for (var ending : ENDINGS) spellings.add(word + ending);
        if (word.length() > 2 && word.charAt(0) == '-') spellings.add(word.substring(2));
        if (word.indexOf('/') < 0 && word.indexOf('.') > 0) spellings.add(word.replace('.', '/') + ".py");
        return spellings;
    }

    private void addMatching(Path folder, String pattern, int depth) {
        try {
            var cut = pattern.lastIndexOf('/') + 1;
            var place = resolved(folder, pattern.substring(0, cut)).orElse(folder);
            if (!Files.isDirectory(place)) return;
            var matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(cut));
            for (var name : names(place)) {
                if (matcher.matches(Path.of(name))) addFile(place.resolve(name), depth);
            }
        } catch (IllegalArgumentException notAPattern) {
            // no file has such a name
        }
    }

    private void addFile(Path path, int depth) {
        if (!Files.isRegularFile(path)) return;
        var file = AgentReach.real(path);
        if (!ground.reach().canWrite(file)) return;
        if (depth == 0) direct.add(file);
        if (files.containsKey(file)) return;
        if (files.size() >= MOST_FILES) {
            tooMany = true;
            return;
        }
        files.put(file, "");
        try {
            if (Files.size(file) > LARGEST_READ) {
                files.put(file, "file " + CommandIntent.identity(file));
                return;
            }
            var bytes = Files.readAllBytes(file);
            files.put(file, "file " + file + " " + RunFolder.hash(bytes));
            if (depth < DEEPEST && isText(bytes)) addNamedIn(file, bytes, depth);
        } catch (IOException unreadable) {
            files.put(file, "file " + file + " unreadable");
        }
    }

    private void addNamedIn(Path file, byte[] bytes, int depth) {
        var places = new LinkedHashSet<>(folders);
        var parent = file.getParent();
        if (parent != null) places.add(parent);
        for (var word : words(new String(bytes, StandardCharsets.UTF_8))) add(word, places, depth + 1);
    }

    private static boolean isText(byte[] bytes) {
        for (var at = 0; at < Math.min(bytes.length, 1024); at++) if (bytes[at] == 0) return false;
        return true;
    }

    /// A quick look before the file system is asked.
    private boolean mayBeThere(Path folder, String word) {
        if (word.startsWith("/") || word.startsWith("~") || word.startsWith(".")) return true;
        var cut = word.indexOf('/');
        return names(folder).contains(cut < 0 ? word : word.substring(0, cut));
    }

    private Set<String> names(Path folder) {
        return listings.computeIfAbsent(folder, NamedFiles::list);
    }

    private static Set<String> list(Path folder) {
        var names = new LinkedHashSet<String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                if (names.size() < MOST_NAMES) names.add(String.valueOf(entry.getFileName()));
            }
        } catch (IOException unreadable) {
            return names;
        }
        return names;
    }

    private Optional<Path> resolved(Path folder, String word) {
        try {
            var path = word.startsWith("~/") ? ground.home() + word.substring(1) : word;
            return Optional.of(folder.resolve(path).normalize());
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    /// The real folders the line could run in: the one it begins in, and where it could go.
    List<Path> folders() {
        var moves = programs.stream().anyMatch(MOVES::contains)
                || words.stream().anyMatch(word -> word.startsWith("-C") || word.startsWith("--directory"));
        return moves ? List.copyOf(folders) : List.of(folders.iterator().next());
    }

    /// @param started programs that are known already
    List<String> doubts(List<Path> started) {
        var all = new ArrayList<>(doubts);
        var named = direct.stream().filter(file -> !started.contains(file)).toList();
        for (var file : named.subList(0, Math.min(named.size(), MOST_SHOWN))) {
            var verb = startup.contains(file) ? "the shell reads " : "names ";
            all.add(verb + file + ", which the agent itself can change");
        }
        if (named.size() > MOST_SHOWN) {
            all.add("and " + (named.size() - MOST_SHOWN) + " more files that the agent itself can change");
        }
        return all;
    }

    /// One for each file, in a fixed order.
    List<String> prints() {
        return files.values().stream().sorted().toList();
    }

    /// Whether a program is named.
    boolean names(String program) {
        return programs.stream().anyMatch(word -> word.equals(program) || word.endsWith("/" + program));
    }
}
