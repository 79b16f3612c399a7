package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.tool.patch.Hunk.Chunk;
import dev.pawl.tool.patch.Hunk.Line;
import dev.pawl.tool.patch.Hunk.Line.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PatchTextTest {
    private static final String HEADERS = " is not a valid hunk header. Valid hunk headers: "
            + "'*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'";
    private static final String LINES =
            ". Every line should start with ' ' (context line), '+' (added line), or '-' (removed line)";

    private static Line line(char kind, String text) {
        return new Line(kind == '+' ? Kind.ADD : kind == '-' ? Kind.REMOVE : Kind.CONTEXT, text);
    }

    private static Hunk update(String path, Chunk... chunks) {
        return new Hunk.Update(path, "", List.of(chunks));
    }

    private static Chunk chunk(Line... lines) {
        return new Chunk("", List.of(lines), false);
    }

    private static Arguments good(String name, String body, Hunk... hunks) {
        return Arguments.of(name, "*** Begin Patch\n" + body + "*** End Patch", List.of(hunks));
    }

    static Stream<Arguments> goodPatches() {
        var change = chunk(line('-', "old"), line('+', "new"));
        return Stream.of(
                good("no hunks", ""),
                good(
                        "an added file",
                        "*** Add File: a/b.txt\n+one\n+\n+ two\n",
                        new Hunk.Add("a/b.txt", "one\n\n two\n")),
                good("an empty added file", "*** Add File: a\n", new Hunk.Add("a", "")),
                good("a deleted file", "*** Delete File: a b.txt\n", new Hunk.Delete("a b.txt")),
                good("an updated file", "*** Update File: a\n@@\n-old\n+new\n", update("a", change)),
                good("an update without @@", "*** Update File: a\n-old\n+new\n", update("a", change)),
                good(
                        "a moved file",
                        "*** Update File: a\n*** Move to: b\n@@\n-old\n+new\n",
                        new Hunk.Update("a", "b", List.of(change))),
                good(
                        "a context line above",
                        "*** Update File: a\n@@ class X:\n-old\n+new\n",
                        update("a", new Chunk("class X:", change.lines(), false))),
                good("@@ with a space and nothing", "*** Update File: a\n@@ \n-old\n+new\n", update("a", change)),
                good(
                        "two chunks",
                        "*** Update File: a\n@@\n-old\n+new\n@@\n a\n+b\n",
                        update("a", change, chunk(line(' ', "a"), line('+', "b")))),
                good(
                        "an empty line is an empty context line",
                        "*** Update File: a\n@@\n a\n\n-b\n",
                        update("a", chunk(line(' ', "a"), line(' ', ""), line('-', "b")))),
                good(
                        "the end of the file, and blank lines after it",
                        "*** Update File: a\n@@\n-old\n+new\n*** End of File\n\n  \n@@\n+x\n",
                        update("a", new Chunk("", change.lines(), true), chunk(line('+', "x")))),
                good("a padded header", "  *** Update File: a  \n@@\n-old\n+new\n", update("a", change)),
                good(
                        "a context line that looks like a header",
                        "*** Update File: a\n@@\n *** End Patch\n+new\n",
                        update("a", chunk(line(' ', "*** End Patch"), line('+', "new")))),
                good(
                        "several files",
                        "*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n-old\n+new\n",
                        new Hunk.Add("a", "x\n"),
                        new Hunk.Delete("b"),
                        update("c", change)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("goodPatches")
    void aPatchIsRead(String name, String patch, List<Hunk> hunks) throws BadPatch {
        assertThat(PatchText.parse(patch)).isEqualTo(hunks);
        assertThat(PatchText.parse("\n \u00a0" + patch + "\n\n")).as("padded").isEqualTo(hunks);
        assertThat(PatchText.parse(patch.replace("\n", "\r\n"))).as("with CR").isEqualTo(hunks);
        for (var end : List.of("<<EOF", "<<'EOF'", "<<\"EOF\"")) {
            assertThat(PatchText.parse(end + "\n" + patch + "\nEOF\n")).as(end).isEqualTo(hunks);
        }
    }

    static Stream<Arguments> badPatches() {
        var first = "invalid patch: The first line of the patch must be '*** Begin Patch'";
        var last = "invalid patch: The last line of the patch must be '*** End Patch'";
        return Stream.of(
                Arguments.of("", last),
                Arguments.of("bad", first),
                Arguments.of("*** Begin Patch", last),
                Arguments.of("*** Begin Patch\nbad", last),
                Arguments.of("bad\n*** End Patch", first),
                Arguments.of("<<EOF\n*** Begin Patch\nEOF", first),
                Arguments.of("<<EOF\n*** Begin Patch\n*** Add File: x\nEOF", last),
                Arguments.of("<<\"EOF'\n*** Begin Patch\n*** End Patch\nEOF", first),
                Arguments.of("*** Begin Patch\n*** End Patch\n*** End Patch", last),
                Arguments.of("*** Begin Patch\nbad\n*** End Patch", "invalid hunk at line 2, 'bad'" + HEADERS),
                Arguments.of(
                        "*** Begin Patch\n*** Environment ID: x\n*** End Patch",
                        "invalid hunk at line 2, '*** Environment ID: x'" + HEADERS),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Move to: c\n-x\n*** End Patch",
                        "invalid hunk at line 4, Unexpected line found in update hunk: '*** Move to: c'" + LINES),
                Arguments.of(
                        "*** Begin Patch\n*** Add File:\n*** End Patch",
                        "invalid hunk at line 2, '*** Add File:'" + HEADERS),
                Arguments.of(
                        "*** Begin Patch\n*** Add File: a\n+x\ny\n*** End Patch",
                        "invalid hunk at line 4, 'y'" + HEADERS),
                Arguments.of(
                        "*** Begin Patch\n*** Delete File: a\n+x\n*** End Patch",
                        "invalid hunk at line 3, '+x'" + HEADERS),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n*** End Patch",
                        "invalid hunk at line 2, Update file hunk for path 'a' is empty"),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: c\n+x\n*** End Patch",
                        "invalid hunk at line 2, Update file hunk for path 'a' is empty"),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n*** End Patch",
                        "invalid hunk at line 4, Update hunk does not contain any lines"),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n*** End of File\n*** End Patch",
                        "invalid hunk at line 4, Update hunk does not contain any lines"),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n@@ x\n*** End Patch",
                        "invalid hunk at line 4, Unexpected line found in update hunk: '@@ x'" + LINES),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n*** Delete File: b\n*** End Patch",
                        "invalid hunk at line 4, Unexpected line found in update hunk: '*** Delete File: b'" + LINES),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\nbad\n*** End Patch",
                        "invalid hunk at line 3, Unexpected line found in update hunk: 'bad'" + LINES),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\nbad\n*** End Patch",
                        "invalid hunk at line 4, Unexpected line found in update hunk: 'bad'" + LINES),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n-x\nbad\n*** End Patch",
                        "invalid hunk at line 5, Expected update hunk to start with a @@ context marker, got: 'bad'"),
                Arguments.of(
                        "*** Begin Patch\n*** Update File: a\n@@\n-x\n*** End of File\n+y\n*** End Patch",
                        "invalid hunk at line 6, Expected update hunk to start with a @@ context marker, got: '+y'"));
    }

    @ParameterizedTest
    @MethodSource("badPatches")
    void aMistakeIsNamedWithItsPlace(String patch, String complaint) {
        assertThatThrownBy(() -> PatchText.parse(patch))
                .isInstanceOf(BadPatch.class)
                .hasMessage(complaint);
    }

    @Test
    void aCommandThatIsOnlyAPatchIsFound() {
        var patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n";
        for (var end : List.of("EOF", "'EOF'", "\"EOF\"", "'PATCH'")) {
            var script = "apply_patch <<" + end + "\n" + patch + end.replaceAll("['\"]", "") + "\n";
            assertThat(PatchCommand.in(List.of("/bin/bash", "-lc", script)))
                    .contains(new PatchCommand.Explicit(patch, ""));
        }
        var doc = "apply_patch << 'EOF'\n" + patch + "EOF";
        assertThat(PatchCommand.in(List.of("zsh", "-c", "cd a/b && " + doc)))
                .contains(new PatchCommand.Explicit(patch, "a/b"));
        assertThat(PatchCommand.in(List.of("sh", "-c", "cd 'a b' && " + doc)))
                .contains(new PatchCommand.Explicit(patch, "a b"));
        assertThat(PatchCommand.in(List.of("sh", "-c", "cd \"a b\" && " + doc)))
                .contains(new PatchCommand.Explicit(patch, "a b"));
        assertThat(PatchCommand.in(List.of("sh", "-c", patch))).contains(new PatchCommand.Bare());
    }

    @ParameterizedTest
    @MethodSource("notOnlyPatches")
    void aCommandThatDoesMoreIsLeftToTheShell(String before, String after) {
        var script = before + "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n" + after;
        assertThat(PatchCommand.in(List.of("bash", "-lc", script))).isEmpty();
    }

    static Stream<Arguments> notOnlyPatches() {
        return Stream.of(
                Arguments.of("echo x; ", ""),
                Arguments.of("", "echo done"),
                Arguments.of("cd a && cd b && ", ""),
                Arguments.of("cd a b && ", ""),
                Arguments.of("cd -P a && ", ""),
                Arguments.of("cd $X && ", ""),
                Arguments.of("cd \"$X\" && ", ""),
                Arguments.of("cd a || ", ""),
                Arguments.of("cd a; ", ""),
                Arguments.of("env X=1 ", ""));
    }

    @Test
    void markersMayBePadded() throws Exception {
        var plain = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Add File: b\n+z\n*** Delete File: c\n"
                + "*** Update File: d\n*** Move to: e\n@@ f\n-x\n+y\n*** End of File\n*** End Patch";
        var hunks = PatchText.parse(plain);
        for (var padding : List.of("  ", "\t", " \t ", "\u3000")) {
            assertThat(PatchText.parse(plain.replace("*** Begin", padding + "*** Begin")
                            .replace("*** End Patch", padding + "*** End Patch" + padding)))
                    .isEqualTo(hunks);
            assertThat(PatchText.parse(plain.replaceAll("(?m)^(\\*\\*\\*.*|@@.*)$", "$1" + padding)))
                    .isEqualTo(hunks);
        }
        assertThat(PatchText.parse(plain.replace("\n*** Add", "\n\t*** Add").replace("\n*** Delete", "\n  *** Delete")))
                .isEqualTo(hunks);
    }
}
