package dev.pawl.direct;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommonOptions;
import dev.pawl.cli.Consoles;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.Stdin;
import dev.pawl.main.TestProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `pawl apply-patch`, as typed at a shell.
class ApplyPatchCommandTest {
    private static final String PATCH = """
            *** Begin Patch
            *** Add File: deep/new.txt
            +hello
            *** Update File: a.txt
            @@
            -one
            +two
            *** Delete File: b.txt
            *** End Patch
            """;

    @TempDir
    private Path folder;

    private Path work = Path.of("/");

    @BeforeEach
    void makeTheProject() throws IOException {
        work = Files.createDirectories(folder.resolve("work"));
        Files.writeString(work.resolve("a.txt"), "one\r\n");
        Files.writeString(work.resolve("b.txt"), "b\n");
    }

    private TestProgram.Said piped(String stdin, boolean terminal, String... words) {
        var consoles = new Consoles();
        var stream = new Stdin(new ByteArrayInputStream(stdin.getBytes(UTF_8)), terminal);
        var command = new ApplyPatchCommand(consoles.console, _ -> folder.resolve("home"), stream);
        var table = new CommandTable("pawl", "", CommonOptions.ALL, List.of(command));
        var line = new ArrayList<>(List.of("apply-patch", "--cwd", work.toString()));
        line.addAll(List.of(words));
        var code = new Dispatcher(table, consoles.console, "pawl test").run(line);
        return new TestProgram.Said(code, consoles.out(), consoles.err());
    }

    private TestProgram.Said given(String patch, String... more) {
        var words = new ArrayList<>(List.of(more));
        words.add(patch);
        return piped("", true, words.toArray(String[]::new));
    }

    private static String patch(String hunks) {
        return "*** Begin Patch\n" + hunks + "*** End Patch\n";
    }

    @Test
    void aPatchFromStdinOrTheCommandLineIsApplied() throws IOException {
        var said = piped(PATCH, false);
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).isEqualTo("Success. Updated the following files:\nA deep/new.txt\nM a.txt\nD b.txt\n");
        assertThat(said.code()).isZero();
        assertThat(Files.readString(work.resolve("a.txt")))
                .as("line endings stay")
                .isEqualTo("two\r\n");
        assertThat(work.resolve("deep/new.txt")).hasContent("hello");
        assertThat(work.resolve("b.txt")).doesNotExist();
        assertThat(given(patch("*** Update File: a.txt\n-two\n+three\n")).code())
                .isZero();
        assertThat(Files.readString(work.resolve("a.txt"))).isEqualTo("three\r\n");
    }

    @Test
    void aProgramReadsWhatChanged() {
        var said = piped(PATCH, false, "--json");
        assertThat(said.lines()).hasSize(3);
        assertThat(said.lines().get(1))
                .startsWith(
                        "{\"path\":\"" + work.resolve("a.txt") + "\",\"kind\":\"update\",\"moved_to\":\"\",\"diff\":");
        assertThat(given("nothing", "--json").lines())
                .containsExactly(
                        "{\"error\":\"Invalid patch: The first line of the patch must be '*** Begin Patch'\"}");
    }

    @Test
    void aMistakeIsToldAsCodexTellsItAndNothingIsTouched() throws IOException {
        var first = given("nothing");
        assertThat(first.code()).isEqualTo(1);
        assertThat(first.err()).isEqualTo("Invalid patch: The first line of the patch must be '*** Begin Patch'\n");
        assertThat(given(patch("*** Frob\n")).err())
                .startsWith("Invalid patch hunk on line 2: '*** Frob' is not a valid hunk header.");
        assertThat(given(patch("")).err()).isEqualTo("No files were modified.\n");
        assertThat(given(patch("*** Add File: new\n+x\n*** Delete File: gone\n"))
                        .err())
                .isEqualTo("Failed to delete file " + work.resolve("gone") + "\n");
        assertThat(given(patch("*** Add File: new\n+x\n*** Update File: a.txt\n-nine\n+x\n"))
                        .err())
                .isEqualTo("Failed to find expected lines in " + work.resolve("a.txt") + ":\nnine\n");
        try (var files = Files.list(work)) {
            assertThat(files).containsExactlyInAnyOrder(work.resolve("a.txt"), work.resolve("b.txt"));
        }
    }

    @Test
    void noPatchAtAllIsAMistakeOfUse() {
        assertThat(piped("", true).code()).isEqualTo(2);
        assertThat(piped("", false).code()).isEqualTo(2);
        assertThat(given(PATCH, "--cwd", "/nowhere").code()).isEqualTo(2);
    }

    @Test
    void nothingIsWrittenOutsideOrThroughALink() throws IOException {
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.createSymbolicLink(work.resolve("link"), outside);
        var away = given(patch("*** Add File: ../outside/x\n+x\n"));
        assertThat(away.code()).isEqualTo(1);
        assertThat(away.err()).contains("is outside of").contains("--add-dir");
        assertThat(given(patch("*** Add File: link/x\n+x\n")).err()).contains("symbolic link");
        assertThat(given(patch("*** Add File: AGENTS.md\n+x\n")).err()).contains("--protected");
        assertThat(outside).isEmptyDirectory();
        assertThat(given(patch("*** Add File: ../outside/x\n+x\n"), "--add-dir", outside.toString())
                        .code())
                .isZero();
        assertThat(outside.resolve("x")).hasContent("x");
        assertThat(given(patch("*** Add File: AGENTS.md\n+x\n"), "--protected").code())
                .isZero();
    }
}
