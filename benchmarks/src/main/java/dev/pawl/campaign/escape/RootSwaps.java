package dev.pawl.campaign.escape;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.boundary.RootReplaced;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Ways to lead the name of a writable folder elsewhere: each layout of folders inside each other
/// with each way to swap each folder on the way. A second command then writes by that name.
final class RootSwaps {
    private static final Path SCRATCH = Path.of("scratch");
    private static final String WRITE = "echo x > plain; echo x > new; mkdir made; rm -rf tree; true";

    /// What is done to the folder `$AT`, whose last part below it is `$REST`.
    private enum Swap {
        LINK("mv $AT $AT.old; ln -s $OUT $AT"),
        FOLDER_AND_LINK("mv $AT $AT.old; mkdir -p $AT/$(dirname $REST); ln -s $OUT $AT/$REST"),
        REMOVED("rm -rf $AT; ln -s $OUT $AT"),
        EXCHANGED("ln -s $OUT $AT.l; perl -e 'syscall(316, -100, $ARGV[0], -100, $ARGV[1], 2)' $AT.l $AT"),
        MADE("mkdir -p $(dirname $AT); ln -s $OUT $AT");

        private final String script;

        Swap(String script) {
            this.script = script;
        }
    }

    /// @param root where the swapped root lies below the scratch folder
    /// @param isProject whether it is a project, or else a folder for temporary files
    private record Layout(String name, Path root, boolean isProject, boolean exists) {}

    private record Case(Layout layout, Path swapped, Swap swap) {
        String name() {
            return "swap " + layout.name() + " " + layout.root() + ": " + swap + " " + swapped;
        }
    }

    private RootSwaps() {}

    private static List<Case> all() {
        var cases = new ArrayList<Case>();
        for (var path : List.of("d", "x/d", "x/d/deep")) {
            for (var layout : List.of(
                    new Layout("a project", Path.of(path), true, true),
                    new Layout("TMPDIR", Path.of(path), false, true),
                    new Layout("a missing TMPDIR", Path.of(path), false, false),
                    new Layout("a missing --add-dir", Path.of(path), true, false))) {
                for (var i = 1; i <= layout.root().getNameCount(); i++) {
                    for (var swap : Swap.values())
                        cases.add(new Case(layout, layout.root().subpath(0, i), swap));
                }
            }
        }
        return cases;
    }

    static List<String> names() {
        return all().stream().map(Case::name).toList();
    }

    static List<EscapeRun.Verdict> run(Sandbox sandbox, EscapeGround ground, Predicate<String> wanted)
            throws IOException, InterruptedException {
        var verdicts = new ArrayList<EscapeRun.Verdict>();
        for (var one : all()) if (wanted.test(one.name())) verdicts.add(attempt(sandbox, ground, one));
        return verdicts;
    }

    private static EscapeRun.Verdict attempt(Sandbox sandbox, EscapeGround ground, Case one)
            throws IOException, InterruptedException {
        ground.prepare();
        var scratch = Files.createDirectories(ground.outside().resolveSibling(SCRATCH));
        var root = scratch.resolve(one.layout().root());
        if (one.layout().exists()) Files.createDirectories(root);
        var before = ground.snapshot();
        var limits = new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                one.layout().isProject() ? List.of(ground.project(), root) : List.of(ground.project()),
                one.layout().isProject() ? List.of(scratch) : List.of(scratch, root),
                List.of(ground.hidden()),
                Network.OFF);
        var at = scratch.resolve(one.swapped());
        var script = one.swap()
                .script
                .replace("$AT", at.toString())
                .replace("$REST", at.relativize(root).toString());
        start(sandbox, ground, limits, ground.project(), script);
        for (var place : Stream.of(root, at).distinct().toList()) {
            if (Files.isDirectory(place)) start(sandbox, ground, limits, place, WRITE);
            start(sandbox, ground, limits, ground.project(), "cd " + place + " && " + WRITE);
        }
        var after = ground.snapshot();
        return new EscapeRun.Verdict(
                one.name(),
                after.equals(before) ? EscapeRun.Verdict.Kind.HELD : EscapeRun.Verdict.Kind.ESCAPED,
                after.equals(before) ? "" : "changed: " + changed(before, after));
    }

    private static List<String> changed(Map<String, String> before, Map<String, String> after) {
        return Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .filter(path -> !Objects.equals(before.get(path), after.get(path)))
                .toList();
    }

    /// Runs a script in the sandbox to its end; one that is refused does nothing.
    static void start(Sandbox sandbox, EscapeGround ground, Confinement limits, Path folder, String script)
            throws IOException {
        try {
            var child = sandbox.start(new Launch(
                    List.of("/bin/bash", "-c", script), folder, ground.variables(), limits, Optional.empty()));
            try (var said = child.output()) {
                said.readAllBytes();
                child.waitFor();
            } finally {
                child.release();
            }
        } catch (RootReplaced refused) {
            // That is the other good end.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
