package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import dev.pawl.tool.sandbox.boundary.RootReplaced;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A command must not lead the name of a writable folder elsewhere, for itself or for the next one.
class PinnedRootsTest {
    private static final String WRITE = "echo evil > precious; echo evil > new; mkdir made; true";

    @TempDir
    Path folder;

    /// Swaps the root, or a folder above it, for a link or for folders that end in one.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BUBBLEWRAP|mv a b && mkdir a && ln -s $OUT a/project",
                "BUBBLEWRAP|mv a b && ln -s $OUT a",
                "BUBBLEWRAP|mv a/project a/p2 && ln -s $OUT a/project",
                "BUBBLEWRAP|rm -rf a; mkdir -p a; ln -s $OUT a/project",
                "BUBBLEWRAP|ln -s $OUT l; perl -e 'syscall(316, -100, \"a\", -100, \"l\", 2)'",
                "LANDLOCK|mv a b && mkdir a && ln -s $OUT a/project",
                "LANDLOCK|mv a b && ln -s $OUT a",
                "LANDLOCK|mv a/project a/p2 && ln -s $OUT a/project",
                "LANDLOCK|rm -rf a; mkdir -p a; ln -s $OUT a/project"
            })
    void aProjectInsideAScratchFolderStaysWhereItIs(Tier tier, String swap) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var scratch = attempts.folder("scratch");
        var project = attempts.folder("scratch/a/project");
        var limits = Attempts.limits(List.of(project), List.of(scratch), List.of());
        var before = attempts.seenOutside();
        attempts.run(limits, scratch, swap);
        runIfStarted(attempts, limits, project);
        assertThat(attempts.seenOutside()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "BUBBLEWRAP, x/d, true", "BUBBLEWRAP, x/d, false", "BUBBLEWRAP, x/d/deep, true", "BUBBLEWRAP, x/d/deep, false",
        "LANDLOCK, x/d, true", "LANDLOCK, x/d, false", "LANDLOCK, x/d/deep, true", "LANDLOCK, x/d/deep, false",
    })
    void aFolderForTemporaryFilesInsideAnotherStaysWhereItIs(Tier tier, String name, boolean exists) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var scratch = attempts.folder("scratch");
        var project = attempts.folder("project");
        var own = exists ? attempts.folder("scratch/" + name) : scratch.resolve(name);
        var limits = Attempts.limits(List.of(project), List.of(scratch, own), List.of());
        var before = attempts.seenOutside();
        var swap = """
                cd $B/scratch; mv x y; rm -rf x; mkdir -p x/d; rmdir x/d; ln -s $OUT x/d
                mkdir -p x/d; rm -rf x/d/deep; ln -s $OUT x/d/deep; mv x/d x/e; ln -s $OUT x/d; rm -f x; ln -s $OUT x
                """;
        attempts.run(limits, project, swap);
        runIfStarted(attempts, limits, project.resolve("."));
        attempts.run(limits, project, "cd " + own + " && " + WRITE + "; cd $B/scratch/x/d && " + WRITE);
        assertThat(attempts.seenOutside()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aProjectInsideAnotherStaysWhereItIs(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var outer = attempts.folder("outer");
        var inner = attempts.folder("outer/a/b/inner");
        var limits = Attempts.limits(List.of(inner, outer), List.of(), List.of());
        var before = attempts.seenOutside();
        attempts.run(limits, outer, "mv a c; ln -s $OUT a; mkdir -p a/b; mv a/b a/z; ln -s $OUT a/b; rm -rf a/b/inner");
        runIfStarted(attempts, limits, inner);
        assertThat(attempts.seenOutside()).isEqualTo(before);
        assertThat(attempts.run(limits, inner, "mkdir -p sub; true") + attempts.run(limits, outer, "ls a/b"))
                .contains("inner");
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void whatIsHiddenBelowAWritableFolderStaysHidden(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var scratch = attempts.folder("scratch");
        var project = attempts.folder("project");
        Files.writeString(attempts.folder("scratch/home/me/.keys").resolve("key"), "the key");
        var limits = Attempts.limits(List.of(project), List.of(scratch), List.of(scratch.resolve("home/me/.keys")));
        var said = attempts.run(
                limits,
                project,
                "cd $B/scratch; mv home away; mv home/me home/you; cat home/*/.keys/key away/*/.keys/key");
        said += attempts.run(limits, project, "cd $B/scratch; cat home/*/.keys/key away/*/.keys/key");
        assertThat(said).doesNotContain("the key");
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aFolderThatWasReplacedMeanwhileIsRefused(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("x/project");
        var limits = Attempts.limits(List.of(project), List.of(), List.of());
        Files.move(folder.resolve("x"), folder.resolve("y"));
        Files.createDirectories(folder.resolve("x"));
        Files.createSymbolicLink(project, attempts.outside());
        assertThatThrownBy(() -> attempts.run(limits, project, WRITE))
                .isInstanceOf(RootReplaced.class)
                .hasMessageContaining(project + " was moved or replaced since the thread began");
        Files.delete(project);
        Files.createDirectory(project);
        assertThatThrownBy(() -> attempts.run(limits, project, WRITE))
                .isInstanceOf(RootReplaced.class)
                .hasMessageContaining("was replaced since the thread began");
    }

    @ParameterizedTest
    @EnumSource(
            value = Tier.class,
            names = {"BUBBLEWRAP", "LANDLOCK"})
    void aRootNamedByALinkIsTheFolderItLedTo(Tier tier) throws Exception {
        var attempts = Attempts.in(folder, tier);
        var project = attempts.folder("project/sub");
        var link = Files.createSymbolicLink(folder.resolve("link"), project);
        var limits = Attempts.limits(List.of(link), List.of(), List.of());
        attempts.folder("project/sub/in");
        assertThat(attempts.run(limits, link, "echo x > in/f && cat in/f")).isEqualTo("x\n");
        Files.delete(link);
        Files.createSymbolicLink(link, attempts.outside());
        var before = attempts.seenOutside();
        attempts.run(limits, link, WRITE);
        assertThat(attempts.seenOutside()).isEqualTo(before);
    }

    @Test
    void aRootThatWasMissingIsNeverWritten() throws Exception {
        var pinned = PinnedRoot.pin(folder.resolve("later"));
        Files.createDirectory(folder.resolve("later"));
        assertThat(pinned.exists()).isFalse();
        assertThatThrownBy(pinned::open).hasMessageContaining("did not exist when the thread began");
    }

    @Test
    void aDescriptorFollowsNoLinkOnTheWay() throws Exception {
        Files.createDirectories(folder.resolve("a/b"));
        Files.createSymbolicLink(folder.resolve("l"), folder.resolve("a"));
        assertThatThrownBy(() -> Descriptor.open(folder.toRealPath().resolve("l/b")))
                .hasMessageContaining("symbolic link");
        try (var above = Descriptor.open(folder.toRealPath())) {
            assertThatThrownBy(() -> above.below(Path.of("l/b"))).hasMessageContaining("symbolic link");
            assertThatThrownBy(() -> above.below(Path.of("../x"))).isInstanceOf(IOException.class);
            try (var below = above.below(Path.of("a/b"))) {
                assertThat(below.isFolder()).isTrue();
            }
        }
    }

    private static void runIfStarted(Attempts attempts, Confinement limits, Path project) throws Exception {
        try {
            attempts.run(limits, project, WRITE);
        } catch (IOException refused) {
            assertThat(refused).hasMessageMatching("(?s).*(thread began|" + project + ").*");
        }
    }
}
