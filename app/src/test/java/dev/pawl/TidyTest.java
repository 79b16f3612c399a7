package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// House rules over the source tree. Each failure names file, line and rule.
class TidyTest {
    private static final Path ROOT =
            Path.of(System.getProperty("pawl.root", "..")).toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", ".pawl-build", ".check", "node_modules", ".idea");

    private static final Pattern HUMPS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_|\\$");
    private static final Pattern STATEMENT = Pattern.compile("(?m)^-- name:");

    /// Second words for things the glossary names. `run` is missing: a turn is run, and so is a
    /// Runnable.
    private static final Set<String> BANNED = Set.of(
            "session",
            "conversation",
            "job",
            "invocation",
            "execution",
            "action",
            "op",
            "payload",
            "rollout",
            "pmo",
            "manager",
            "orchestrator");

    /// Names that may hold a banned word, each with its reason.
    private static final Map<String, String> ALLOWED = Map.of(
            "Session", "a database's word: one connection at work; no thread is meant",
            "DirectSession", "as Session",
            "PipelinedSession", "as Session",
            "AfterExecution", "L0's wire name __cg_control.after_execution",
            "afterExecution", "L0's wire name __cg_control.after_execution",
            "UiAction", "L0's message type ui_action",
            "uiAction", "L0's message type ui_action");

    @Test
    void codeStopsAt120ColumnsAndCommentsAt100() throws IOException {
        var wide = new ArrayList<String>();
        for (var file : files(".java")) {
            forEachLine(file, (number, line) -> {
                boolean comment = line.strip().startsWith("//") || line.strip().startsWith("*");
                int columns = line.codePointCount(0, line.length());
                // A test may hold a table of long strings; the formatter leaves those alone.
                if (columns > (comment ? 100 : isMain(file) ? 120 : 200))
                    wide.add(at(file, number) + " " + columns + " columns");
            });
        }
        assertThat(wide).isEmpty();
    }

    @Test
    void noFileIsLongerThan500Lines() throws IOException {
        var longOnes = new ArrayList<String>();
        for (var file : files(".java", ".sh", ".sql")) {
            int lines = Files.readAllLines(file).size();
            if (lines > 500) longOnes.add(ROOT.relativize(file) + " has " + lines);
        }
        assertThat(longOnes).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsAndIsNullMarked() throws IOException {
        var silent = new TreeSet<String>();
        for (var file : files(".java")) {
            if (!isMain(file) || file.endsWith("module-info.java")) continue;
            var info = file.resolveSibling("package-info.java");
            if (!Files.exists(info)) silent.add(ROOT.relativize(info) + " is missing");
            else if (!Files.readString(info).contains("@NullMarked"))
                silent.add(ROOT.relativize(info) + " has no @NullMarked");
            else if (!Files.readString(info).startsWith("///")) silent.add(ROOT.relativize(info) + " says nothing");
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void aPackageHasAtMost30Files() throws IOException {
        var sizes = new TreeMap<String, Integer>();
        for (var file : files(".java")) {
            var folder = file.getParent().toString();
            var from = folder.indexOf("/src/main/java/");
            if (from >= 0 && !folder.contains("/benchmarks/"))
                sizes.merge(folder.substring(from + "/src/main/java/".length()), 1, Integer::sum);
        }
        var large = new ArrayList<String>();
        sizes.forEach((name, size) -> {
            if (size > 30) large.add(name + " has " + size);
        });
        assertThat(large).isEmpty();
    }

    @Test
    void oneConceptHasOneWord() {
        var classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.pawl");
        var second = new TreeSet<String>();
        for (var type : classes) {
            if (holdsBannedWord(type.getSimpleName())) second.add(type.getName());
            for (var method : type.getMethods()) {
                if (!method.getName().contains("$") && holdsBannedWord(method.getName()))
                    second.add(method.getFullName());
            }
        }
        assertThat(second)
                .as("the glossary has a word for it: docs/glossary.md")
                .isEmpty();
    }

    @Test
    void theSearchForBannedWordsFindsThem() {
        assertThat(Stream.of("JobQueue", "runJob", "TurnManager", "op", "SESSION"))
                .allMatch(TidyTest::holdsBannedWord);
        assertThat(Stream.of("Option", "stop", "Operand", "transaction", "UiAction", "opened", "Optional"))
                .noneMatch(TidyTest::holdsBannedWord);
    }

    private static boolean holdsBannedWord(String name) {
        if (ALLOWED.containsKey(name)) return false;
        for (var word : HUMPS.split(name, -1)) {
            if (BANNED.contains(word.toLowerCase(Locale.ROOT))) return true;
        }
        return false;
    }

    @Test
    void aTodoNamesItsIssue() throws IOException {
        var mark = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b(?!\\(#\\d+\\))");
        var loose = new ArrayList<String>();
        for (var file : files(".java", ".sh", ".sql", ".xml")) {
            if (file.endsWith("TidyTest.java")) continue;
            forEachLine(file, (number, line) -> {
                if (mark.matcher(line).find()) loose.add(at(file, number) + " " + line.strip());
            });
        }
        assertThat(loose).as("write TODO(#12)").isEmpty();
    }

    @Test
    void everyStatementIsUsedAndSpokenInEveryDialect() throws IOException {
        var java = new StringBuilder();
        for (var file : files(".java")) if (isMain(file)) java.append(Files.readString(file));
        var wrong = new ArrayList<String>();
        var dialects = new TreeMap<String, Map<String, String>>();
        for (var file : files(".sql")) {
            if (!file.toString().contains("/src/main/resources/sql/")) continue;
            var dialect = file.getParent().getFileName().toString();
            var table = file.getFileName().toString().replace(".sql", "");
            for (var statement : statements(file).entrySet()) {
                var name = table + "." + statement.getKey();
                dialects.computeIfAbsent(dialect, _ -> new TreeMap<>()).put(name, statement.getValue());
                if (java.indexOf("\"" + name + "\"") < 0) wrong.add(dialect + " " + name + ": no Java code uses it");
            }
        }
        wrong.addAll(unspoken(dialects));
        assertThat(wrong).isEmpty();
    }

    /// Statements that one dialect has and another lacks. Transactions, set-up and schema are what
    /// makes a dialect one; a statement about a table says why it is alone: `-- only here: …`.
    private static List<String> unspoken(Map<String, Map<String, String>> dialects) {
        var unspoken = new ArrayList<String>();
        var spoken = new TreeMap<>(dialects);
        spoken.remove("common");
        spoken.forEach((dialect, statements) -> statements.forEach((name, text) -> {
            if (name.matches("(tx|setup|schema)\\..*") || text.contains("-- only here:")) return;
            spoken.forEach((other, theirs) -> {
                if (!theirs.containsKey(name)) unspoken.add(dialect + " " + name + " is not in " + other);
            });
        }));
        return unspoken;
    }

    /// The statements of a file: name, and the text up to the next.
    private static Map<String, String> statements(Path file) throws IOException {
        var statements = new TreeMap<String, String>();
        for (var part : STATEMENT.split(Files.readString(file), -1)) {
            if (part.indexOf('\n') < 0 || part.startsWith("--")) continue;
            var name = part.substring(0, part.indexOf('\n')).strip();
            if (name.matches("\\w+")) statements.put(name, part);
        }
        return statements;
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        var folder = ROOT.resolve("docs/adr");
        var index = Files.readString(folder.resolve("README.md"));
        try (var decisions = Files.list(folder)) {
            assertThat(decisions
                            .map(file -> file.getFileName().toString())
                            .filter(name -> name.matches("\\d{4}-.*\\.md")))
                    .isNotEmpty()
                    .allMatch(name -> index.contains("(" + name + ")"));
        }
    }

    /// A number that was never used is named in the index, so that nobody looks for a lost record.
    @Test
    void aDecisionIsMissingOnlyIfTheIndexSaysSo() throws IOException {
        var folder = ROOT.resolve("docs/adr");
        var index = Files.readString(folder.resolve("README.md"));
        var unused =
                Pattern.compile("Numbers that were never used: ([0-9, ]+)\\.").matcher(index);
        var numbers = new TreeSet<String>();
        if (unused.find()) numbers.addAll(List.of(unused.group(1).split(", ")));
        var records = new TreeSet<String>();
        try (var decisions = Files.list(folder)) {
            for (var file : decisions.toList()) {
                var name = file.getFileName().toString();
                if (name.matches("\\d{4}-.*\\.md")) records.add(name.substring(0, 4));
            }
        }
        assertThat(records).doesNotContainAnyElementsOf(numbers);
        numbers.addAll(records);
        for (var i = 1; i <= Integer.parseInt(records.last()); i++) {
            assertThat(numbers).as("docs/adr").contains(String.format(Locale.ROOT, "%04d", i));
        }
    }

    @Test
    void theArchitectureNamesEveryPackage() throws IOException {
        var page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
        var tree = page.substring(page.indexOf("## Packages"), page.indexOf("## Start reading here"));
        for (var module : List.of("core", "runtime", "app")) {
            try (var packages = Files.list(ROOT.resolve(module).resolve("src/main/java/dev/pawl"))) {
                for (var folder : packages.filter(Files::isDirectory).toList()) {
                    var name = folder.getFileName().toString();
                    assertThat(tree).as("ARCHITECTURE.md").containsPattern("[ ,/]" + name + "[ ,\n]");
                }
            }
        }
    }

    @Test
    void everyLinkOfADocumentLeadsSomewhere() throws IOException {
        var link = Pattern.compile("\\]\\((?!https?:|mailto:|#)([^)#\\s]+)[^)]*\\)");
        var dead = new ArrayList<String>();
        for (var file : files(".md")) {
            forEachLine(file, (number, line) -> {
                var links = link.matcher(line);
                while (links.find()) {
                    if (!Files.exists(file.resolveSibling(links.group(1))))
                        dead.add(at(file, number) + " " + links.group(1));
                }
            });
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void theTwoReadmesHaveTheSameShape() throws IOException {
        var english = ROOT.resolve("README.md");
        var chinese = ROOT.resolve("README.zh-CN.md");
        if (!Files.exists(english) && !Files.exists(chinese)) return; // they come together
        assertThat(shape(chinese)).isEqualTo(shape(english));
        assertThat(links(chinese)).isEqualTo(links(english));
    }

    /// Headings, examples and rows of tables, in order.
    private static List<String> shape(Path file) throws IOException {
        var shape = new ArrayList<String>();
        boolean code = false;
        for (var line : Files.readAllLines(file)) {
            if (line.startsWith("```")) code = !code;
            if (line.startsWith("```")) shape.add(line);
            else if (code) shape.add("an example's line");
            else if (line.startsWith("#")) shape.add(line.substring(0, line.indexOf(' ')));
            else if (line.startsWith("|")) shape.add("a row");
        }
        return shape;
    }

    private static Set<String> links(Path file) throws IOException {
        return Pattern.compile("\\]\\((?!README)([^)]+)\\)")
                .matcher(Files.readString(file))
                .results()
                .map(link -> link.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> files(String... endings) throws IOException {
        try (var all = Files.walk(ROOT)) {
            return all.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .filter(TidyTest::isOurs)
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    private static boolean isOurs(Path file) {
        for (var part : ROOT.relativize(file)) if (NOT_OURS.contains(part.toString())) return false;
        return true;
    }

    private static boolean isMain(Path file) {
        return file.toString().contains("/src/main/java/");
    }

    private static String at(Path file, int line) {
        return ROOT.relativize(file) + ":" + line;
    }

    @FunctionalInterface
    private interface LineReader {
        void read(int number, String line);
    }

    private static void forEachLine(Path file, LineReader reader) throws IOException {
        int number = 0;
        for (var line : Files.readAllLines(file)) reader.read(++number, line);
    }
}
