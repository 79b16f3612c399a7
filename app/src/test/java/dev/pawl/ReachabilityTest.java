package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.pawl.main.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What ships can be reached from `Main`: a class that only tests use is not part of the program.
class ReachabilityTest {
    private static final Path ROOT =
            Path.of(System.getProperty("pawl.root", "..")).toAbsolutePath().normalize();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(new DependencyRulesTest.WithoutTestkit())
            .importPackages("dev.pawl");

    /// Reached from outside: the door for Java programs that embed Pawl.
    private static final Set<String> LIBRARY = Set.of("dev.pawl.host.PlainConfig");

    /// Parts whose user is on its way, each with its name. Nothing is added here; what is reached
    /// by now is taken off.
    private static final Map<String, String> AHEAD =
            Map.of("dev.pawl.json.ControlOverride", "remote tools say with it what their turn does next");

    @Test
    void everyClassIsReachedFromMain() throws IOException {
        var roots = new TreeSet<>(services());
        roots.add(Main.class.getName());
        roots.addAll(LIBRARY);
        var reached = reach(roots);
        var unreached = new TreeSet<String>();
        for (var type : CLASSES) {
            if (!reached.contains(type.getName()) && !isOnlyForTheCompiler(type)) unreached.add(type.getName());
        }
        assertThat(unreached).containsAll(AHEAD.keySet());
        unreached.removeAll(AHEAD.keySet());
        assertThat(unreached)
                .as("no way leads from Main to these: wire them or delete them")
                .isEmpty();
    }

    @Test
    void theWalkFindsAWay() {
        assertThat(reach(Set.of("dev.pawl.kernel.TurnMachine")))
                .contains("dev.pawl.kernel.HeadState")
                .doesNotContain("dev.pawl.main.Wiring");
    }

    private static Set<String> reach(Set<String> roots) {
        var reached = new HashSet<String>();
        var next = new ArrayDeque<String>(roots);
        while (!next.isEmpty()) {
            var name = next.pop();
            if (!reached.add(name) || !CLASSES.contain(name)) continue;
            for (var dependency : CLASSES.get(name).getDirectDependenciesFromSelf()) {
                var target = dependency.getTargetClass().getBaseComponentType().getName();
                if (target.startsWith("dev.pawl.")) next.push(target);
            }
        }
        return reached;
    }

    /// Names in `META-INF/services`.
    private static Set<String> services() throws IOException {
        var names = new TreeSet<String>();
        for (var module : new String[] {"core", "runtime", "app"}) {
            var folder = ROOT.resolve(module).resolve("src/main/resources/META-INF/services");
            if (!Files.isDirectory(folder)) continue;
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) names.addAll(Files.readAllLines(file));
            }
        }
        return names;
    }

    /// Packages, and classes of constants, whose values the compiler copies to where they are used.
    private static boolean isOnlyForTheCompiler(JavaClass type) {
        if (type.getSimpleName().equals("package-info")) return true;
        return !type.getFields().isEmpty()
                && type.getMethods().stream()
                        .allMatch(method -> method.getName().equals("<clinit>"))
                && type.getFields().stream()
                        .allMatch(field -> field.getModifiers().contains(JavaModifier.STATIC)
                                && field.getModifiers().contains(JavaModifier.FINAL));
    }
}
