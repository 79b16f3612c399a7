package dev.pawl.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Are the cases, tables and laws worth anything? One line of the fold is altered at a time, the
/// copy is compiled, and the checks must find it.
@Tag("slow")
class StatusMutationTest {
    private static final Path SOURCES =
            Path.of(System.getProperty("pawl.root", ".."), "core/src/main/java/dev/pawl/status");

    @TempDir
    private Path folder;

    private record Mutant(String file, String from, String to) {
        String name() {
            return file + ": " + from.strip() + " → " + (to.isBlank() ? "nothing" : to.strip());
        }
    }

    private static final List<Mutant> MUTANTS = List.of(
            // Numbers, turns that are closed, and copies.
            new Mutant("ChatState", "told.seq() <= marks.seq()", "told.seq() < marks.seq()"),
            new Mutant("ChatState", "told.seq() > 0 && told.seq() <= marks.seq()", "false"),
            new Mutant("ChatState", "!told.signal().isAboutTurns() && turn.isClosed(told.turn())", "false"),
            new Mutant(
                    "ChatState",
                    "turn.isActive(told.turn()) || turn.isClosed(told.turn())) return this;",
                    "false) return this;"),
            new Mutant(
                    "ChatState",
                    "turn.isActive(told.turn()) || turn.isClosed(told.turn())",
                    "turn.isActive(told.turn())"),
            new Mutant("ChatState", "if (another) return", "if (false) return"),
            new Mutant("ChatState", "if (turn.isClosed(told.turn())) return this;", ""),
            new Mutant("CurrentTurn", "var before = open ? remembering(id) : closed;", "var before = closed;"),
            new Mutant("CurrentTurn", "var known = remembering(over);", "var known = closed;"),
            // Depths.
            new Mutant("Depths", "hasEnded(next.life(), next.ids().getFirst())) return this;", "false) return this;"),
            new Mutant("Depths", "if (isOpen(next.life(), id)) return this;", ""),
            new Mutant("Depths", "left = left.with(key(life, id));", ";"),
            new Mutant("Depths", "if (found < 0) return this;", "if (found < 0) found = 0;"),
            new Mutant("Depths", "more.removeIf(one -> one.life() == next.life() && one.has(FLAG));", ""),
            new Mutant("Depths", "return new Depths(List.of(), left);", "return new Depths(open, left);"),
            new Mutant("Depths", "return life.name() + ' ' + id;", "return id;"),
            new Mutant("Depths", "if (!asked) return drop(one -> one.life() == life);", "if (!asked) return this;"),
            // Beginnings, approvals, terminals.
            new Mutant(
                    "ChatState",
                    "ids.isEmpty() && (life == Life.COMMAND || life == Life.EDIT)",
                    "life == Life.COMMAND"),
            new Mutant("ChatState", "ids.isEmpty() && (life == Life.COMMAND || life == Life.EDIT)", "false"),
            new Mutant("ChatState", "(life == Life.COMMAND || life == Life.EDIT)", "true"),
            new Mutant("ChatState", "if (id.isEmpty() || !turn.open()) return next;", ""),
            new Mutant("ChatState", "if (touched.typed()) return withoutTerminal(touched.id());", ""),
            new Mutant("ChatState", "if (depths.hasEnded(Life.COMMAND, touched.id())) return this;", ""),
            new Mutant(
                    "ChatState",
                    "depths.end(Life.APPROVAL, ids).end(Life.INPUT, ids)",
                    "depths.end(Life.APPROVAL, ids)"),
            new Mutant("Overlays", "id.isEmpty() || other.isEmpty() || id.equals(other)", "true"),
            new Mutant("Overlays", "id.isEmpty() || other.isEmpty() || id.equals(other)", "id.equals(other)"),
            // Errors.
            new Mutant("ChatState", "case TRANSIENT -> signal.isProgress()", "case TRANSIENT -> true"),
            new Mutant("ChatState", "case TRANSIENT -> signal.isProgress()", "case TRANSIENT -> false"),
            new Mutant("ChatState", "case FATAL -> signal.isNewWork()", "case FATAL -> signal.isProgress()"),
            new Mutant("ChatState", "case FATAL -> signal.isNewWork()", "case FATAL -> false"),
            new Mutant(
                    "ChatState",
                    "error.kind() == Failure.Kind.FATAL && !end.settled() ? error : Failure.NONE",
                    "Failure.NONE"),
            new Mutant(
                    "ChatState",
                    "error.kind() == Failure.Kind.FATAL && !end.settled() ? error : Failure.NONE",
                    "error"),
            new Mutant(
                    "ChatState",
                    "return swept(told.at()).with(overlays.swept().with(fatal));",
                    "return with(overlays.with(fatal));"),
            new Mutant("ChatState", "overlays.swept().with(Failure.NONE),\n", "overlays.swept(),\n"),
            // Sweeping and fading.
            new Mutant(
                    "ChatState",
                    "over.overlays.with(Startups.NONE).with(errorAfter(end))",
                    "over.overlays.with(errorAfter(end))"),
            new Mutant(
                    "Overlays",
                    "Terminal.NONE, Task.NONE, mcp, ReasoningTitle.NONE, List.of()",
                    "terminal, Task.NONE, mcp, ReasoningTitle.NONE, List.of()"),
            new Mutant(
                    "Overlays",
                    "Terminal.NONE, Task.NONE, mcp, ReasoningTitle.NONE, List.of()",
                    "Terminal.NONE, background, mcp, ReasoningTitle.NONE, List.of()"),
            new Mutant(
                    "Overlays",
                    "Terminal.NONE, Task.NONE, mcp, ReasoningTitle.NONE, List.of()",
                    "Terminal.NONE, Task.NONE, mcp, title, List.of()"),
            new Mutant("Overlays", "!now.isAfter(at.plus(lasts))", "now.isBefore(at.plus(lasts))"),
            new Mutant("Overlays", "!now.isAfter(at.plus(lasts))", "true"),
            new Mutant("Overlays", "next.containsValue(Signal.Startup.STARTING)", "true"),
            // Titles.
            new Mutant("ReasoningTitle", "if (thinking.item().isEmpty() || item.isEmpty()) return this;", ""),
            new Mutant(
                    "ReasoningTitle",
                    "return new ReasoningTitle(title, \"\", \"\");\n    }\n\n    ReasoningTitle after",
                    "return NONE;\n    }\n\n    ReasoningTitle after"),
            // Priorities.
            new Mutant("Derivation", "if (over.terminal().isLive(now)) return terminal(over.terminal());", ""),
            new Mutant("Derivation", "if (over.mcp().isLive(now)) return startup(over.mcp());", ""),
            new Mutant("Derivation", "depth(Life.APPROVAL) > 0 || isHeld()", "isHeld()"),
            new Mutant("Derivation", "if (depth(Life.EDIT) > 0) return ChatStatus.EDITING;", ""),
            new Mutant("Derivation", "depth(Life.TOOL) + depth(Life.COLLAB) > 0", "depth(Life.COLLAB) > 0"),
            new Mutant(
                    "Derivation", "over.mcp().isLive(now) ? ChatStatus.SYNCING : ChatStatus.IDLE", "ChatStatus.IDLE"),
            new Mutant("Derivation", "if (state.listing().archived()) return derivation.archived();", ""),
            new Mutant("Derivation", "busy && old", "false"),
            new Mutant("Derivation", "quiet.compareTo(STALLED_AFTER) >= 0", "false"),
            // Lists, presence, clock.
            new Mutant(
                    "Derivation",
                    "state.marks().derived() || state.listing().word().isEmpty()",
                    "state.listing().word().isEmpty()"),
            new Mutant("Presence", "if (!pending.isNothing()) return pending;", ""),
            new Mutant("Presence", "open.getLast().life()", "open.getFirst().life()"),
            new Mutant(
                    "CurrentTurn",
                    "return on ? before.plus(positive(Duration.between(since, now))) : before;",
                    "return before;"));

    @TestFactory
    Stream<DynamicTest> everyAlteredCopyIsCaught() {
        return MUTANTS.stream().map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> isCaught(mutant)));
    }

    private void isCaught(Mutant mutant) throws IOException, ReflectiveOperationException {
        var classes = Files.createTempDirectory(folder, "mutant");
        compile(mutant, classes);
        try (var altered = new Altered(classes)) {
            var checks = altered.loadClass("dev.pawl.status.StatusChecks").getMethod("all", long.class, int.class);
            List<?> found;
            try {
                found = (List<?>) checks.invoke(null, 7L, 150);
            } catch (InvocationTargetException broke) {
                found = List.of(String.valueOf(broke.getCause()));
            }
            assertThat(found).as("nobody noticed").isNotEmpty();
        }
    }

    private void compile(Mutant mutant, Path to) throws IOException {
        var units = new ArrayList<SimpleJavaFileObject>();
        try (var files = Files.list(SOURCES)) {
            for (var file :
                    files.filter(file -> !file.endsWith("package-info.java")).toList()) {
                var text = Files.readString(file);
                if (file.endsWith(mutant.file() + ".java")) {
                    assertThat(text.split(Pattern.quote(mutant.from()), -1))
                            .as("the line to alter must be there once: " + mutant.from())
                            .hasSize(2);
                    text = text.replace(mutant.from(), mutant.to());
                }
                units.add(new Source(file.getFileName().toString(), text));
            }
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var options =
                List.of("-d", to.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        assertThat(compiler.getTask(null, null, null, options, null, units).call())
                .isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///dev/pawl/status/" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /// Loads the fold, what feeds it and the checks anew; all else is shared.
    private static final class Altered extends URLClassLoader {
        Altered(Path classes) throws IOException {
            super(path(classes), StatusMutationTest.class.getClassLoader());
        }

        private static URL[] path(Path classes) throws IOException {
            var urls = new ArrayList<URL>();
            urls.add(classes.toUri().toURL());
            for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.pawl.status.") && !name.startsWith("dev.pawl.codex.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                var known = findLoadedClass(name);
                return known == null ? findClass(name) : known;
            }
        }
    }
}
