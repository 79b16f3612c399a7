package dev.pawl.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandPartsTest {
    static Stream<Arguments> whatCodexSays() throws IOException {
        try (var table = CommandPartsTest.class.getResourceAsStream("command-parts.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(line -> line.split(" {2}=> {2}?", 2))
                            .map(parts -> Arguments.of(parts[0].replace("\\n", "\n"), parts[1].strip()))
                            .toList()
                            .stream();
        }
    }

    @ParameterizedTest
    @MethodSource
    void whatCodexSays(String script, String expected) {
        var line = ShellWords.join(List.of("/bin/bash", "-lc", script));
        assertThat(told(CommandParts.of(line, "/w"))).isEqualTo(expected);
    }

    private static String told(List<CommandPart> parts) {
        return parts.stream()
                .map(part -> switch (part) {
                    case CommandPart.Read(var command, var name, var path) ->
                        "read " + name + " " + path + " <" + command + ">";
                    case CommandPart.ListFiles(var command, var path) ->
                        "list " + path.orElse("-") + " <" + command + ">";
                    case CommandPart.Search(var command, var query, var path) ->
                        "search " + query.orElse("-") + " " + path.orElse("-") + " <" + command + ">";
                    case CommandPart.Unknown _ -> "unknown";
                })
                .collect(Collectors.joining(" + "));
    }

    @Test
    void aCommandWithoutAShellIsReadByItsWords() {
        assertThat(told(CommandParts.of("cat 'my file.txt'", "/w/a")))
                .isEqualTo("read my file.txt /w/a/my file.txt <cat 'my file.txt'>");
    }

    @Test
    void whatActsOnFilesIsNeverShownAsALook() {
        for (var script : List.of("find . -name x -delete", "find . -name x -exec rm '{}' +", "sed -n -i 1,5p a.txt")) {
            var line = ShellWords.join(List.of("bash", "-c", script));
            assertThat(told(CommandParts.of(line, "/w"))).as(script).isEqualTo("unknown");
        }
    }

    @Test
    void wordsComeBackOutOfALine() {
        for (var words :
                List.of(List.of("a b", "it's", "\"q\"", "$x", "", "back\\slash"), List.of("bash", "-lc", "x\ny"))) {
            assertThat(ShellWords.split(ShellWords.join(words))).hasValue(words);
        }
        assertThat(ShellWords.split("an 'open quote")).isEmpty();
    }
}
