package dev.pawl.tool.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two of them with one folder are to each other as two processes are.
class StubsTest {
    @TempDir
    Path folder;

    private Path project = Path.of("/");
    private Path lists = Path.of("/");

    @BeforeEach
    void makeFolders() throws IOException {
        project = Files.createDirectory(folder.resolve("project"));
        lists = Files.createDirectory(folder.resolve("run"));
    }

    private static List<Path> in(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(path -> !path.endsWith("stubs.lock")).toList();
        }
    }

    @Test
    void aStubIsMissingForTheNextCommandTooAndStaysForIt() throws IOException {
        var stubs = new Stubs(lists);
        var names = ProtectedPaths.guarded(project);
        var first = stubs.take(names);
        var second = stubs.take(names);
        assertThat(first).containsExactlyElementsOf(names);
        assertThat(second).containsExactlyElementsOf(names);
        stubs.release(first);
        assertThat(in(project)).hasSameSizeAs(names);
        stubs.release(second);
        assertThat(in(project)).isEmpty();
        assertThat(in(lists)).isEmpty();
    }

    @Test
    void aStubOfAnotherProcessIsMissingTooAndStays() throws IOException {
        var names = ProtectedPaths.guarded(project);
        var one = new Stubs(lists);
        var other = new Stubs(lists);
        var first = one.take(names);
        var second = other.take(names);
        assertThat(second).containsExactlyElementsOf(names);
        one.release(first);
        assertThat(in(project)).hasSameSizeAs(names);
        other.release(second);
        assertThat(in(project)).isEmpty();
        assertThat(in(lists)).isEmpty();
    }

    @Test
    void whatIsThereIsNobodysStub() throws IOException {
        var git = Files.createDirectory(project.resolve(".git"));
        var stubs = new Stubs(lists);
        var taken = stubs.take(ProtectedPaths.guarded(project));
        assertThat(taken).doesNotContain(git);
        stubs.release(taken);
        assertThat(in(project)).containsExactly(git);
    }

    @Test
    void whatAProcessLeftThatDiedMeanwhileIsAStub() throws IOException {
        var stubs = new Stubs(lists);
        stubs.release(stubs.take(ProtectedPaths.guarded(project)));
        var left = Files.createDirectory(project.resolve(".codex"));
        Files.writeString(lists.resolve("1-5-1.stubs"), left + "\0");
        var taken = stubs.take(ProtectedPaths.guarded(project));
        assertThat(taken).contains(left);
        stubs.release(taken);
        assertThat(in(project)).isEmpty();
    }

    @Test
    void aListThatIsGoneWhenItIsReadIsEmpty() throws IOException {
        var stubs = new Stubs(lists);
        // It is found, but cannot be opened: as when its process deletes it in between.
        Files.createSymbolicLink(lists.resolve("other.stubs"), lists.resolve("gone"));
        stubs.release(stubs.take(ProtectedPaths.guarded(project)));
        assertThat(in(project)).isEmpty();
    }

    @Test
    void whoCannotMakeAllOfThemKeepsNone() throws IOException {
        var stubs = new Stubs(lists);
        var codex = project.resolve(".codex");
        assertThatThrownBy(() -> stubs.take(List.of(codex, folder.resolve("nowhere/.claude"))))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(in(project)).isEmpty();
        assertThat(in(lists)).isEmpty();
        // Not counted either: the next one is the last.
        stubs.release(stubs.take(List.of(codex)));
        assertThat(in(project)).isEmpty();
    }

    @Test
    void whoCannotWriteTheListMakesNone() throws IOException {
        var stubs = new Stubs(lists);
        var codex = project.resolve(".codex");
        var taken = stubs.take(List.of(codex));
        var draft = Path.of(in(lists).getFirst() + ".new");
        Files.createDirectories(draft.resolve("in the way"));
        assertThatThrownBy(() -> stubs.take(ProtectedPaths.guarded(project))).isInstanceOf(IOException.class);
        assertThat(in(project)).containsExactly(codex);
        stubs.release(taken);
        assertThat(in(project)).isEmpty();
    }

    @Test
    void anInterruptDoesNotKeepThem() throws IOException {
        var stubs = new Stubs(lists);
        Thread.currentThread().interrupt();
        var taken = stubs.take(ProtectedPaths.guarded(project));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        stubs.release(taken);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(in(project)).isEmpty();
    }

    @Test
    void whatTheUserWroteIntoAStubIsShownAndStays() throws IOException {
        var stubs = new Stubs(lists);
        var confinement = Confinement.project(project.toRealPath());
        var first = stubs.take(Mounts.guarded(confinement));
        var instructions = Files.writeString(project.toRealPath().resolve("AGENTS.md"), "be kind");
        var second = stubs.take(Mounts.guarded(confinement));
        assertThat(Mounts.of(confinement, second).all())
                .contains(new Mounts.Mount(instructions, Mounts.Kind.READ_ONLY))
                .doesNotContain(new Mounts.Mount(instructions, Mounts.Kind.EMPTY_FILE));
        stubs.release(first);
        stubs.release(second);
        assertThat(in(project.toRealPath())).containsExactly(instructions);
    }
}
