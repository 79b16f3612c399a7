package dev.pawl.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import dev.pawl.tool.sandbox.boundary.RootReplaced;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each object stands for a process of its own.
class RootPinsTest {
    @TempDir
    Path folder;

    private static ChatThread thread(String id, String from) {
        var style = new Setup.Style("", "", "");
        var setup = new Setup("/", "", "", style, "workspace-write", "never", List.of(), 0, 0);
        return new ChatThread(new ThreadId(id), "", "", from, false, setup, Instant.EPOCH, Instant.EPOCH);
    }

    private PinnedRoot pin(ChatThread thread, Path root) {
        return new RootPins(folder.resolve("run")).of(thread, List.of(root)).getFirst();
    }

    private Path replaced(Path project) throws Exception {
        Files.move(project, folder.resolve("moved"));
        Files.createDirectory(folder.resolve("victim"));
        Files.createSymbolicLink(project, folder.resolve("victim"));
        return project;
    }

    @Test
    void aFolderThatWasReplacedBetweenTwoProcessesIsRefused() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        var first = pin(thread("one", ""), project);
        replaced(project);
        var second = pin(thread("one", ""), project);
        assertThat(second).isEqualTo(first);
        assertThatThrownBy(second::open).isInstanceOf(RootReplaced.class);
    }

    @Test
    void aForkHasTheFoldersOfItsThread() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        pin(thread("one", ""), project);
        replaced(project);
        assertThatThrownBy(pin(thread("two", "one"), project)::open).isInstanceOf(RootReplaced.class);
    }

    @Test
    void aFolderThatThePersonNamesAgainIsTakenAsItIs() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        pin(thread("one", ""), project);
        replaced(project);
        new RootPins(folder.resolve("run")).forget(new ThreadId("one"), List.of(project));
        assertThat(pin(thread("one", ""), project).real())
                .isEqualTo(folder.resolve("victim").toRealPath());
    }

    @Test
    void aFolderThatWasMissingStaysOut() throws Exception {
        var project = folder.resolve("project");
        assertThat(pin(thread("one", ""), project).exists()).isFalse();
        Files.createDirectory(project);
        assertThat(pin(thread("one", ""), project).exists()).isFalse();
    }

    /// Device numbers are the kernel's, and may be others when the machine has started again.
    @Test
    void anotherStartOfTheMachineMayGiveTheDiskAnotherNumber() throws Exception {
        var project = Files.createDirectory(folder.resolve("project"));
        var before = pin(thread("one", ""), project);
        var note = folder.resolve("run/one.roots.json");
        var text = Files.readString(note)
                .replaceAll("\"boot\":\"[^\"]*\"", "\"boot\":\"earlier\"")
                .replace("\"device\":" + before.device(), "\"device\":" + (before.device() + 1));
        Files.writeString(note, text);
        assertThat(pin(thread("one", ""), project)).isEqualTo(before);
        Files.writeString(note, text);
        Files.move(project, folder.resolve("moved"));
        Files.createDirectory(project);
        assertThatThrownBy(pin(thread("one", ""), project)::open).isInstanceOf(RootReplaced.class);
    }

    @Test
    void theFolderOfNotesIsClosedToOthers() throws Exception {
        var run = Files.createDirectory(folder.resolve("run"));
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
        pin(thread("one", ""), folder);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
    }
}
