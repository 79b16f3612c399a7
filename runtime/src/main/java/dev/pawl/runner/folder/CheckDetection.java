package dev.pawl.runner.folder;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.workflow.check.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The checks that the build files of a workspace suggest, when the settings name none.
public final class CheckDetection {
    private static final Duration TIME = Duration.ofMinutes(15);

    private final Path root;
    private final Predicate<String> hasProgram;
    private final List<Check> checks = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private CheckDetection(Path root, Predicate<String> hasProgram) {
        this.root = root;
        this.hasProgram = hasProgram;
    }

    /// @param hasProgram whether a program of this name can be started
    public static List<Check> of(Path root, Predicate<String> hasProgram) {
        var detection = new CheckDetection(root, hasProgram);
        detection.look();
        return List.copyOf(detection.checks);
    }

    private void look() {
        if (has("pom.xml")) add("unit", "maven", (has("mvnw") ? "./mvnw" : "mvn") + " -q -B test");
        if (has("build.gradle") || has("build.gradle.kts"))
            add("unit", "gradle", (has("gradlew") ? "./gradlew" : "gradle") + " -q test");
        if (has("package.json")) npm();
        if (has("Cargo.toml")) {
            add("build", "cargo", "cargo check --quiet");
            add("unit", "cargo", "cargo test --quiet");
        }
        if (has("go.mod")) {
            add("lint", "go", "go vet ./...");
            add("unit", "go", "go test ./...");
        }
        if (isPython()) python();
        if (has("pubspec.yaml")) {
            add("lint", "flutter", "flutter analyze");
            add("unit", "flutter", "flutter test");
        }
    }

    private boolean has(String name) {
        return Files.isRegularFile(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    private String text(String name) {
        try {
            return SafeFile.read(root.resolve(name)).orElse("");
        } catch (IOException unreadable) {
            return "";
        }
    }

    private void npm() {
        try {
            var scripts = Json.parse(text("package.json")).at("scripts");
            var runner = has("pnpm-lock.yaml") ? "pnpm" : has("yarn.lock") ? "yarn" : "npm";
            var test = scripts.text("test", "");
            if (!test.isEmpty() && !test.contains("no test specified")) add("unit", "npm", runner + " test --silent");
            if (!scripts.text("lint", "").isEmpty()) add("lint", "npm", runner + " run --silent lint");
            if (!scripts.text("typecheck", "").isEmpty()) add("types", "npm", runner + " run --silent typecheck");
        } catch (BadJson broken) {
            // npm itself will say so; there is nothing to run until then.
        }
    }

    private boolean isPython() {
        return has("pytest.ini")
                || has("conftest.py")
                || has("tox.ini")
                || text("pyproject.toml").contains("pytest")
                || text("setup.cfg").contains("[tool:pytest]")
                || hasTests(root)
                || hasTests(root.resolve("tests"));
    }

    private static boolean hasTests(Path folder) {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return false;
        try (var files = Files.newDirectoryStream(folder, "{test_*,*_test}.py")) {
            return files.iterator().hasNext();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private void python() {
        if (hasProgram.test("pytest")) add("unit", "pytest", "python3 -m pytest -q");
        else
            add(
                    "unit",
                    "python",
                    "python3 -m unittest discover" + (hasTests(root.resolve("tests")) ? " -s tests" : ""));
    }

    /// The first of its kind has the short id.
    private void add(String id, String kind, String command) {
        var name = ids.add(id) ? id : id + "-" + kind;
        ids.add(name);
        checks.add(new Check(name, command, Set.of(Check.When.TASK, Check.When.FINAL), TIME, false, false));
    }
}
